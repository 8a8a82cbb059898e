import type { FragmentType } from '@apollo/client';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { ApiKeys_ViewerFragment } from '../gql/graphql.ts';
import { useCopyOnce } from '../ui/dialog/useCopyOnce.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { ApiKeysUnavailable } from './ApiKeysUnavailable.tsx';
import type { CreateKeyDialogProps } from './CreateKeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';
import { keyCount } from './keyColumns.tsx';
import { RevokeKeyButton } from './RevokeKeyButton.tsx';
import { RotateKeyButton } from './RotateKeyButton.tsx';

const viewerFragment = graphql(
  `fragment ApiKeys_viewer on Viewer { apiKeyScopes apiKeys { id name prefix status expiresAt ...KeyTable_key } }`,
);

const CreateKeyDialog = lazyPart<CreateKeyDialogProps>(
  async () => (await import('./CreateKeyDialog.tsx')).CreateKeyDialog,
  whenOpened,
);

const secretTexts = {
  title: 'Copy your API key',
  warning: 'This key is shown only once. Store it like a password. Any program that has it can act as you.',
  label: 'API key',
  doneLabel: 'I have stored it',
  lost: {
    title: 'The new key cannot be shown',
    advice: 'A key is shown only once. Revoke this key and create another.',
  },
};

const whatKeysDo = 'Programs that use your keys act as you, limited by your role and by the scopes of each key.';

/** Props of the viewer's keys. */
export interface ApiKeysProps {
  viewer: FragmentType<ApiKeys_ViewerFragment>;
  /** A null list means that the product API has none, not that it could not be read. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The viewer's own API keys: creates, rotates and revokes them. */
export function ApiKeys({ viewer, whole, loading, onRetry }: ApiKeysProps) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const secret = useCopyOnce(secretTexts);
  const scopes = complete ? data.apiKeyScopes : undefined;
  if (scopes === null && whole) return <ApiKeysUnavailable />;
  const open = () => {
    setTimes(times + 1);
    setOpened(true);
  };
  const show = (key: string | null) => {
    setOpened(false);
    secret.show(key);
  };
  return (
    <>
      <TableSection
        heading="API keys"
        {...keyCount(complete ? data.apiKeys : undefined, `None. ${whatKeysDo}`)}
        toolbar={
          scopes && (
            <Button ms="auto" onClick={open}>
              Create API key
            </Button>
          )
        }
      >
        <Stack gap="xs">
          <Text>{whatKeysDo}</Text>
          <KeyTable
            caption="API keys"
            keys={complete ? data.apiKeys : undefined}
            owners={false}
            emptyReason="You have no API keys."
            loading={loading}
            onRetry={onRetry}
            actions={(row) => (
              <>
                <RotateKeyButton apiKey={row} onRotated={show} />
                <RevokeKeyButton apiKey={row} keys={(complete && data.apiKeys) || []} />
              </>
            )}
          />
        </Stack>
      </TableSection>
      {/* The key resets the dialog at each opening. */}
      {scopes && (
        <CreateKeyDialog
          key={times}
          opened={opened}
          grantable={scopes}
          onClose={() => setOpened(false)}
          onCreated={show}
        />
      )}
      {secret.dialog}
    </>
  );
}
