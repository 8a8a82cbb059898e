import type { TestClient } from './client.ts';

/** All of an API key. */
export const keyFields =
  'id name prefix scopes status createdAt expiresAt lastUsedAt owner { id email } viewerCanRotate viewerCanRevoke';

const createKeyDocument = `mutation Create($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { apiKey { ${keyFields} } secret }
}`;
const rotateKeyDocument = `mutation Rotate($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { apiKey { ${keyFields} } secret rotated { ${keyFields} } }
}`;
const revokeKeyDocument = `mutation Revoke($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ${keyFields} } } }`;

export const createKey = (tab: TestClient, more: object = {}, headers = {}) => {
  const input = { name: 'Nightly sync', scopes: ['USERS_WRITE'], lifetime: 'DAYS_90', ...more };
  return tab.graphql(createKeyDocument, { input }, headers);
};
export const rotateKey = (tab: TestClient, id: unknown, currentPassword?: string, headers = {}) =>
  tab.graphql(rotateKeyDocument, { input: { id, currentPassword } }, headers);
export const revokeKey = (tab: TestClient, id: unknown, headers = {}) =>
  tab.graphql(revokeKeyDocument, { input: { id } }, headers);

/** The mutations of the area, by name. */
export const keyMutations = { createApiKey: createKey, rotateApiKey: rotateKey, revokeApiKey: revokeKey };
