import type { FragmentType } from '@apollo/client';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeySection_OrganisationFragment } from '../gql/graphql.ts';
import type { CopyOnceDialogProps } from '../ui/dialog/CopyOnceDialog.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import type { CreateOrganisationKeyDialogProps } from './CreateOrganisationKeyDialog.tsx';
import { OrganisationKeyTable } from './OrganisationKeyTable.tsx';
import { RevokeOrganisationKeyButton } from './RevokeOrganisationKeyButton.tsx';
import { RotateOrganisationKeyButton } from './RotateOrganisationKeyButton.tsx';

const organisationFragment = graphql(`
  fragment OrganisationKeySection_organisation on Organisation {
    id
    viewerCanCreateApiKeys
    apiKeyRoles { role scopes }
    organisationApiKeys { id ...OrganisationKeyTable_key }
  }
`);

const CreateOrganisationKeyDialog = lazyPart<CreateOrganisationKeyDialogProps>(
  async () => (await import('./CreateOrganisationKeyDialog.tsx')).CreateOrganisationKeyDialog,
  whenOpened,
);
const CopyOnceDialog = lazyPart<CopyOnceDialogProps>(
  async () => (await import('../ui/dialog/CopyOnceDialog.tsx')).CopyOnceDialog,
  whenOpened,
);

const secretTexts = {
  title: 'Copy the API key',
  warning:
    'This key is shown only once. Store it like a password. Any program that has it can act for the organisation.',
  label: 'API key',
  doneLabel: 'I have stored it',
  lost: {
    title: 'The new key cannot be shown',
    advice: 'A key is shown only once. Revoke this key and create another.',
  },
};

const whatTheyDo =
  'These keys have a role of their own. They keep working if the user who created them leaves. The activity log names the key.';

export interface OrganisationKeySectionProps {
  organisation: FragmentType<OrganisationKeySection_OrganisationFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The API keys that belong to an organisation; nothing with a product API that has none. */
export function OrganisationKeySection({ organisation, loading, onRetry }: OrganisationKeySectionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const [secret, setSecret] = useState<string | null>('');
  const [shown, setShown] = useState(false);
  if (!complete || !data.organisationApiKeys) return null;
  const { id, organisationApiKeys: keys } = data;
  const open = () => {
    setTimes(times + 1);
    setOpened(true);
  };
  const show = (key: string | null) => {
    setOpened(false);
    setSecret(key);
    setShown(true);
  };
  const hide = () => {
    setShown(false);
    setSecret('');
  };
  return (
    <>
      <TableSection
        heading="API keys of the organisation"
        count={keys.length}
        empty={`None. ${whatTheyDo}`}
        toolbar={
          data.viewerCanCreateApiKeys && (
            <Button variant="default" ms="auto" onClick={open}>
              Create API key
            </Button>
          )
        }
      >
        <Stack gap="xs">
          <Text>{whatTheyDo}</Text>
          <OrganisationKeyTable
            keys={keys}
            loading={loading}
            onRetry={onRetry}
            actions={(row) => (
              <>
                <RotateOrganisationKeyButton apiKey={row} organisationId={id} onRotated={show} />
                <RevokeOrganisationKeyButton apiKey={row} />
              </>
            )}
          />
        </Stack>
      </TableSection>
      {/* The key resets the dialog at each opening. */}
      <CreateOrganisationKeyDialog
        key={times}
        opened={opened}
        organisationId={id}
        roles={data.apiKeyRoles}
        onClose={() => setOpened(false)}
        onCreated={show}
      />
      <CopyOnceDialog {...secretTexts} opened={shown} text={secret} onClose={hide} />
    </>
  );
}
