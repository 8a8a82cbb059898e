import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { ExternalUserTable_UserFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { useTrail } from '../ui/layout/useTrail.ts';
import { useMapExternalUser } from './useMapExternalUser.ts';

interface ConfirmExternalUserFormProps {
  externalUser: Pick<ExternalUserTable_UserFragment, 'homeOrganisation'> & {
    user: { id: string; fullName: string; email: string };
  };
  organisationId: string;
  listPath: string;
  onStale: () => void;
}

const none: readonly string[] = [];

/** Accepts a user of a home organisation: their record is read-only here. */
export function ConfirmExternalUserForm({
  externalUser,
  organisationId,
  listPath,
  onStale,
}: ConfirmExternalUserFormProps) {
  const navigate = useNavigate();
  const { trail, settledTrail } = useTrail();
  const { map, busy } = useMapExternalUser(organisationId, none, onStale);
  const { user, homeOrganisation } = externalUser;
  const accept = async () => {
    const answer = await map({ userId: user.id }).catch(() => undefined);
    if (!answer) return;
    void navigate(listPath, { replace: true, state: answer.mapExternalUser.externalUser ? settledTrail : trail });
  };
  return (
    <Stack gap="md" maw={{ md: 720 }}>
      <DescriptionGroup
        heading="Person"
        entries={[
          ['Name', user.fullName],
          ['Email', user.email],
          ['Home organisation', homeOrganisation?.brandName],
        ]}
      />
      <Group gap="sm">
        <Button loading={busy} onClick={() => void accept()}>
          Accept
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void navigate(listPath, { state: trail })}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
