import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeySection_OrganisationFragment } from '../gql/graphql.ts';
import { KeySection } from './KeySection.tsx';

const organisationFragment = graphql(`
  fragment OrganisationKeySection_organisation on Organisation {
    id
    viewerCanCreateApiKeys
    apiKeyRoles { role scopes }
    organisationApiKeys { id name prefix purpose status expiresAt ...KeyTable_organisationKey }
  }
`);

const forProvisioning = [{ role: null, scopes: [] }];

export interface OrganisationKeySectionProps {
  organisation: FragmentType<OrganisationKeySection_OrganisationFragment>;
  /** Shows only the keys for provisioning. */
  provisioning?: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The API keys that belong to an organisation; nothing with a product API that has none. */
export function OrganisationKeySection({ organisation, provisioning = false, ...rest }: OrganisationKeySectionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  if (!complete || !data.organisationApiKeys) return null;
  const keys = data.organisationApiKeys.filter(({ purpose }) => !provisioning || purpose === 'SCIM');
  const choices = provisioning ? forProvisioning : data.apiKeyRoles;
  return (
    <KeySection
      kind={provisioning ? 'provisioning' : 'organisation'}
      organisationId={data.id}
      keys={keys}
      choices={data.viewerCanCreateApiKeys ? choices : undefined}
      {...rest}
    />
  );
}
