import { graphql } from '../gql/gql.ts';
import type { ApiKeyRow } from './KeyTable.tsx';
import { type ListedKey, RevokeKey } from './RevokeKey.tsx';

const revokeDocument = graphql(`
  mutation RevokeKeyButton_Revoke($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { apiKey { id ...KeyTable_key } }
  }
`);

/** Revokes a key of a user. */
export const RevokeKeyButton = (props: { apiKey: ApiKeyRow; keys: readonly ListedKey[] }) => (
  <RevokeKey {...props} mutation={revokeDocument} />
);
