import type { TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

/** All fields of an API key. */
export const keyFields =
  'id name prefix scopes status createdAt expiresAt lastUsedAt owner { id email } viewerCanRotate viewerCanRevoke viewerCanConfirm';

const createKeyDocument = `mutation Create($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { apiKey { ${keyFields} } secret }
}`;
const rotateKeyDocument = `mutation Rotate($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { apiKey { ${keyFields} } secret rotated { ${keyFields} } }
}`;
const revokeKeyDocument = `mutation Revoke($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ${keyFields} } } }`;
const confirmKeyDocument = `mutation Confirm($input: ConfirmApiKeyInput!) { confirmApiKey(input: $input) { apiKey { ${keyFields} } } }`;

export const createKey = (tab: TestClient, more: object = {}, headers = {}) => {
  const input = {
    name: 'Nightly sync',
    scopes: ['USERS_WRITE'],
    lifetime: 'DAYS_90',
    currentPassword: password,
    ...more,
  };
  return tab.graphql(createKeyDocument, { input }, headers);
};
export const rotateKey = (tab: TestClient, id: unknown, headers = {}, currentPassword: string | null = password) =>
  tab.graphql(rotateKeyDocument, { input: { id, currentPassword } }, headers);
export const revokeKey = (tab: TestClient, id: unknown, headers = {}) =>
  tab.graphql(revokeKeyDocument, { input: { id } }, headers);
export const confirmKey = (tab: TestClient, id: unknown, headers = {}, currentPassword: string | null = password) =>
  tab.graphql(confirmKeyDocument, { input: { id, currentPassword } }, headers);

/** Suspends all keys of a user, as a new link to the identity provider does. */
export async function suspendKeys({ platform }: TestSystem, userId: number): Promise<void> {
  const keys = platform.db.updateTable('api_key').where('ent_usr_id', '=', userId);
  await keys.set({ suspended_at: platform.now() }).execute();
}
