import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/deferredDialogs.ts';
import { focusIfLost } from '../ui/dialog/focusIfLost.ts';
import type { KeyRow } from './KeyTable.tsx';

const revokeDocument = graphql(`
  mutation RevokeKeyButton_Revoke($id: ID!) {
    revokeApiKey(id: $id) {
      apiKey {
        id
        ...KeyTable_key
      }
    }
  }
`);

/** Revokes a key after a confirmation. */
export function RevokeKeyButton({ apiKey: { id, name, viewerCanRevoke } }: { apiKey: KeyRow }) {
  const [opened, setOpened] = useState(false);
  const { mutate, busy } = useMutationAction(revokeDocument, { success: 'API Key Revoked' });
  if (!viewerCanRevoke) return null;
  const revoke = async () => {
    // A failure was reported; the dialog stays.
    if (!(await mutate({ id }).catch(() => undefined))) return;
    setOpened(false);
    focusIfLost();
  };
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={`Revoke ${name}`} onClick={() => setOpened(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Revoke ${name}?`}
        confirmLabel="Revoke"
        danger
        busy={busy}
        onCancel={() => setOpened(false)}
        onConfirm={revoke}
      >
        <Text>Programs that use this key are refused at once. This cannot be undone.</Text>
      </ConfirmDialog>
    </>
  );
}
