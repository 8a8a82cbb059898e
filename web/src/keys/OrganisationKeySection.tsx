import type { FragmentType } from '@apollo/client';
import { maxScimKeys } from '@console/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeySection_OrganisationFragment } from '../gql/graphql.ts';
import { useCopyOnce } from '../ui/dialog/useCopyOnce.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import type { CreateOrganisationKeyDialogProps } from './CreateOrganisationKeyDialog.tsx';
import { keyCount } from './keyColumns.tsx';
import { OrganisationKeyTable } from './OrganisationKeyTable.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { RotateOrganisationKeyButton } from './RotateOrganisationKeyButton.tsx';

const organisationFragment = graphql(`
  fragment OrganisationKeySection_organisation on Organisation {
    id
    viewerCanCreateApiKeys
    apiKeyRoles { role scopes }
    organisationApiKeys { id name prefix purpose status expiresAt ...OrganisationKeyTable_key }
  }
`);

const revokeDocument = graphql(`
  mutation OrganisationKeySection_Revoke($input: RevokeOrganisationApiKeyInput!) {
    revokeOrganisationApiKey(input: $input) { apiKey { id ...OrganisationKeyTable_key } }
  }
`);

const CreateOrganisationKeyDialog = lazyPart<CreateOrganisationKeyDialogProps>(
  async () => (await import('./CreateOrganisationKeyDialog.tsx')).CreateOrganisationKeyDialog,
  whenOpened,
);

const keyTexts = {
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

/** What differs between all keys of an organisation and those for SCIM alone. */
const sections = {
  all: {
    heading: 'API keys of the organisation',
    createLabel: 'Create API key',
    lead: 'These keys have a role of their own. They keep working if the user who created them leaves.',
    secret: keyTexts,
  },
  scim: {
    heading: 'SCIM keys',
    createLabel: 'Create SCIM key',
    lead: `The identity provider needs a key that is valid for SCIM only. At most ${maxScimKeys} work at a time, so that you can replace one without an interruption.`,
    secret: {
      ...keyTexts,
      title: 'Copy the SCIM key',
      label: 'SCIM key',
      warning:
        'This key is shown only once. Enter it at the identity provider. Any program that has it can create, change and deactivate users.',
    },
  },
} as const;

export interface OrganisationKeySectionProps {
  organisation: FragmentType<OrganisationKeySection_OrganisationFragment>;
  /** Only the keys for SCIM. */
  scim?: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The API keys that belong to an organisation; nothing with a product API that has none. */
export function OrganisationKeySection({ organisation, scim = false, loading, onRetry }: OrganisationKeySectionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const { heading, createLabel, lead, secret: secretTexts } = sections[scim ? 'scim' : 'all'];
  const secret = useCopyOnce(secretTexts);
  if (!complete || !data.organisationApiKeys) return null;
  const { id } = data;
  const keys = data.organisationApiKeys.filter(({ purpose }) => !scim || purpose === 'SCIM');
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
        heading={heading}
        {...keyCount(keys, scim ? 'None' : `None. ${lead}`)}
        toolbar={
          data.viewerCanCreateApiKeys && (
            <Button variant="default" ms="auto" onClick={open}>
              {createLabel}
            </Button>
          )
        }
      >
        <Stack gap="xs">
          <Text>{lead}</Text>
          <OrganisationKeyTable
            caption={heading}
            keys={keys}
            scim={scim}
            loading={loading}
            onRetry={onRetry}
            actions={(row) => (
              <>
                <RotateOrganisationKeyButton apiKey={row} organisationId={id} onRotated={show} />
                <RevokeKey apiKey={row} keys={keys} mutation={revokeDocument} />
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
        scim={scim}
        onClose={() => setOpened(false)}
        onCreated={show}
      />
      {secret.dialog}
    </>
  );
}
