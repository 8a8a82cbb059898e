import type { FragmentType } from '@apollo/client';
import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeys_OrganisationFragment } from '../gql/graphql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { TableSection } from '../ui/table/TableSection.tsx';
import { useListParams } from '../ui/table/useListParams.ts';
import { OrganisationWebhooks } from '../webhooks/OrganisationWebhooks.tsx';
import { ApiKeysUnavailable } from './ApiKeysUnavailable.tsx';
import { ConfirmKeyButton } from './ConfirmKeyButton.tsx';
import { KeyTable } from './KeyTable.tsx';
import { keyCount } from './keyRows.ts';
import type { OrganisationKeySectionProps } from './OrganisationKeySection.tsx';
import { RevokeKeyButton } from './RevokeKeyButton.tsx';

const organisationFragment = graphql(`
  fragment OrganisationKeys_organisation on Organisation {
    id
    apiKeys { id name prefix status expiresAt owner { id } ...KeyTable_key }
    ...OrganisationKeySection_organisation
    ...OrganisationWebhooks_organisation
  }
`);

const OrganisationKeySection = lazyPart<OrganisationKeySectionProps>(
  async () => (await import('./OrganisationKeySection.tsx')).OrganisationKeySection,
  { loadOn: 'paint' },
);

const whereCreated = 'Users create API keys in their own profile.';

interface OrganisationKeysProps {
  organisation: FragmentType<OrganisationKeys_OrganisationFragment>;
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  /** A null list means that the product API has none, not that it could not be read. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The API keys of an organisation and of its users, loaded at once, and its webhooks. */
export function OrganisationKeys({ organisation, own, whole, ...rest }: OrganisationKeysProps) {
  const { trail } = useTrail();
  const table = useListParams({ tables: { list: '' } }).tables.list;
  const { data, complete } = useFragment(organisationFragment, organisation);
  const keys = complete ? data.apiKeys : undefined;
  if (keys === null && whole) return <ApiKeysUnavailable />;
  return (
    <Stack gap="xl">
      {complete && <OrganisationKeySection organisation={data} loading={rest.loading} onRetry={rest.onRetry} />}
      <TableSection
        heading="User API keys"
        {...(complete && { exported: { list: 'API_KEYS', name: 'API keys', args: { organisationId: data.id } } })}
        {...keyCount(keys, `No user API keys yet. ${whereCreated}`)}
        toolbar={
          own && (
            <Button component={Link} to="/profile?tab=api-keys" state={trail} variant="default" ms="auto">
              Create a key in your profile
            </Button>
          )
        }
      >
        <Stack gap="xs">
          <Text>{whereCreated}</Text>
          <KeyTable
            kind="users"
            caption="User API keys"
            keys={keys}
            table={table}
            emptyReason="No user of this organisation has an API key."
            actions={(row) => (
              <>
                <ConfirmKeyButton apiKey={row} />
                <RevokeKeyButton
                  apiKey={row}
                  keys={keys?.filter(({ owner }) => 'owner' in row && owner.id === row.owner.id) ?? []}
                />
              </>
            )}
            {...rest}
          />
        </Stack>
      </TableSection>
      {complete && <OrganisationWebhooks organisation={data} loading={rest.loading} onRetry={rest.onRetry} />}
    </Stack>
  );
}
