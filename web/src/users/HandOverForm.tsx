import { texts } from '@console/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { HandOverForm_HandOverMutation, UnmovedReason, UserDuty } from '../gql/graphql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { countOf, formatCount } from '../ui/layout/format.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { useActiveUserSearch } from './useActiveUserSearch.ts';

const handOverDocument = graphql(`
  mutation HandOverForm_HandOver($input: HandOverDutiesInput!) {
    handOverDuties(input: $input) {
      user { id duties { isOrganiser supervisedUserCount supervisedUsers { id fullName } movableDuties } }
      organisation { id updatedAt organiser { id fullName email status isInvited } }
      movedUserCount
      unmovedUsers { id name reason }
      unmovedUserCount
    }
  }
`);

type Result = HandOverForm_HandOverMutation['handOverDuties'];

export interface HandOverFormProps {
  userId: string;
  name: string;
  organisationId: string;
  duties: readonly UserDuty[];
}

const dutyTexts: Readonly<Record<UserDuty, string>> = {
  SUPERVISED_USERS: 'supervisor',
  ORGANISER: 'organiser',
};

const reasons: Readonly<Record<UnmovedReason, string>> = {
  HIGHER_ROLE: 'has a higher role than yours, so an Administrator must choose the new supervisor',
  PROVISIONED: 'has a supervisor from the identity provider',
  NEW_SUPERVISOR: 'cannot be their own supervisor',
};

const shownUsers = 5;

/** Moves the supervised users and the organiser duty to another user. It is not a form of its own, because it is shown within one. */
export function HandOverForm({ userId, name, organisationId, duties }: HandOverFormProps) {
  const choices = useActiveUserSearch(duties.length > 0 ? organisationId : null);
  const [toUserId, setToUserId] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const [result, setResult] = useState<Result | null>(null);
  const { mutate, busy } = useMutationAction(handOverDocument, {
    fields: ['toUserId', 'duties'],
    keyed: false,
  });
  const others = choices.users.filter(({ id }) => id !== userId);
  const handOver = async () => {
    if (toUserId === null) return setFault(texts.field.required);
    try {
      const data = await mutate({ input: { userId, toUserId, duties: [...duties] } });
      if (data) setResult(data.handOverDuties);
    } catch (error) {
      const { fields } = toFailure(error);
      setFault(fields.toUserId ?? fields.duties);
    }
  };
  return (
    <Stack gap="xs">
      {duties.length > 0 && (
        <Group gap="sm" align="end">
          <div style={{ flex: '1 1 14rem' }}>
            <Dropdown
              label="Hand over to …"
              description={`They become ${duties.map((duty) => dutyTexts[duty]).join(' and ')} in place of ${isolated(name)}.`}
              data={others.map((user) => ({
                value: user.id,
                label: user.fullName,
                hint: user.email,
                mark: <UserAvatar user={user} />,
              }))}
              value={toUserId}
              loading={choices.loading}
              failed={choices.failed}
              onSearch={choices.search}
              error={fault}
              onChange={(id) => {
                setToUserId(id);
                setFault(undefined);
              }}
            />
          </div>
          <Button variant="default" loading={busy} onClick={() => void handOver()}>
            Hand over
          </Button>
        </Group>
      )}
      {result && <Moved result={result} />}
    </Stack>
  );
}

/** What became of the supervised users. */
function Moved({ result: { movedUserCount, unmovedUsers, unmovedUserCount } }: { result: Result }) {
  const all = movedUserCount + unmovedUserCount;
  const more = unmovedUserCount - Math.min(unmovedUsers.length, shownUsers);
  return (
    <Alert
      color={unmovedUserCount > 0 ? 'yellow' : 'green'}
      role="status"
      title={all > 0 ? `${formatCount(movedUserCount)} of ${countOf(all, 'supervised user')} moved` : 'Handed over'}
    >
      <Stack component="ul" gap={0} m={0} p={0}>
        {unmovedUsers.slice(0, shownUsers).map(({ id, name, reason }) => (
          <Text component="li" size="sm" key={id}>
            <bdi translate="no">{name}</bdi> {reasons[reason]}.
          </Text>
        ))}
        {more > 0 && (
          <Text component="li" size="sm">
            {more} more.
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
