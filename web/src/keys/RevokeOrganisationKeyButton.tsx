import { graphql } from '../gql/gql.ts';
import type { OrganisationKeyRow } from './OrganisationKeyTable.tsx';
import { type ListedKey, RevokeKey } from './RevokeKey.tsx';

const revokeDocument = graphql(`
  mutation RevokeOrganisationKeyButton_Revoke($input: RevokeOrganisationApiKeyInput!) {
    revokeOrganisationApiKey(input: $input) { apiKey { id ...OrganisationKeyTable_key } }
  }
`);

/** Revokes a key of an organisation. */
export const RevokeOrganisationKeyButton = (props: { apiKey: OrganisationKeyRow; keys: readonly ListedKey[] }) => (
  <RevokeKey {...props} mutation={revokeDocument} />
);
