import type { FragmentType } from '@apollo/client';
import { Group, Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { CopyableId } from '../feedback/CopyableId.tsx';
import { graphql } from '../gql/gql.ts';
import type { UserHeaderFacts_UserFragment } from '../gql/graphql.ts';
import { HeaderFact } from '../ui/layout/PageHeader.tsx';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { personLabels } from './personValues.ts';

const userFragment = graphql(`fragment UserHeaderFacts_user on User { id email role { id name } lastSignInAt }`);

/** Facts below the name in the header of a user's page. */
export function UserHeaderFacts({ user }: { user: FragmentType<UserHeaderFacts_UserFragment> }) {
  const { data, complete } = useFragment(userFragment, user);
  if (!complete) return null;
  const { id, email, role, lastSignInAt } = data;
  return (
    <>
      {role && <HeaderFact label={personLabels.roleId}>{role.name}</HeaderFact>}
      <HeaderFact label={personLabels.email}>
        <EmailAddress email={email} />
      </HeaderFact>
      {lastSignInAt && (
        <HeaderFact label="Last sign-in">
          <Moment at={lastSignInAt} withTime />
        </HeaderFact>
      )}
      <Group gap={4}>
        <Text c="dimmed">{'ID: '}</Text>
        <CopyableId id={id} />
      </Group>
    </>
  );
}
