import type { FragmentType } from '@apollo/client';
import { Group, Stack } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeys_OrganisationFragment } from '../gql/graphql.ts';
import { LazyExportMenu } from '../ui/table/LazyExportMenu.tsx';
import { useListParams } from '../ui/table/useListParams.ts';
import { OrganisationWebhooks } from '../webhooks/OrganisationWebhooks.tsx';
import { ApiKeysUnavailable } from './ApiKeysUnavailable.tsx';
import { ConfirmKeyButton } from './ConfirmKeyButton.tsx';
import { KeyTable } from './KeyTable.tsx';
import { RevokeKeyButton } from './RevokeKeyButton.tsx';

const organisationFragment = graphql(`
  fragment OrganisationKeys_organisation on Organisation { id apiKeys { id ...KeyTable_key } ...OrganisationWebhooks_organisation }
`);

interface OrganisationKeysProps {
  organisation: FragmentType<OrganisationKeys_OrganisationFragment>;
  /** A null list means that the product API has none, not that it could not be read. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The API keys of an organisation's users, loaded at once and shown in pages, and its webhooks. */
export function OrganisationKeys({ organisation, whole, ...rest }: OrganisationKeysProps) {
  const table = useListParams({ tables: { list: '' } }).tables.list;
  const { data, complete } = useFragment(organisationFragment, organisation);
  const keys = complete ? data.apiKeys : undefined;
  if (keys === null && whole) return <ApiKeysUnavailable />;
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        {complete && Boolean(keys?.length) && (
          <Group justify="flex-end">
            <LazyExportMenu list="API_KEYS" name="API keys" args={{ organisationId: data.id }} />
          </Group>
        )}
        <KeyTable
          caption="API keys"
          keys={keys}
          table={table}
          owners
          emptyReason="No user of this organisation has an API key."
          actions={(row) => (
            <>
              <ConfirmKeyButton apiKey={row} />
              <RevokeKeyButton apiKey={row} />
            </>
          )}
          {...rest}
        />
      </Stack>
      {complete && <OrganisationWebhooks organisation={data} loading={rest.loading} onRetry={rest.onRetry} />}
    </Stack>
  );
}
