import type { Answer, TestClient } from './client.ts';
import { password } from './system.ts';

/** All fields of an organisation API key. */
export const organisationKeyFields = `id name prefix purpose role scopes status createdAt expiresAt lastUsedAt
  createdBy { id email } hasCreatorLeft viewerCanRotate viewerCanRevoke viewerCanViewRequests`;

const selections = {
  createOrganisationApiKey: `apiKey { ${organisationKeyFields} } secret`,
  rotateOrganisationApiKey: `apiKey { ${organisationKeyFields} } secret rotated { ${organisationKeyFields} }`,
  revokeOrganisationApiKey: `apiKey { ${organisationKeyFields} }`,
};

/** The mutations of organisation API keys. */
export type OrganisationKeyMutation = keyof typeof selections;

export const organisationKeyMutationNames = Object.keys(selections) as OrganisationKeyMutation[];

export const sendOrganisationKeyMutation = (
  tab: TestClient,
  name: OrganisationKeyMutation,
  input: object,
  headers = {},
): Promise<Answer> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation Send($input: ${type}!) { ${name}(input: $input) { ${selections[name]} } }`;
  return tab.graphql(document, { input }, headers);
};

/** A key with which a mutation succeeds. */
export const newOrganisationKey = (organisationId: number | string, more: object = {}) => ({
  organisationId,
  name: 'Nightly sync',
  role: 'ASSESSOR',
  scopes: ['USERS_WRITE'],
  lifetime: 'DAYS_90',
  currentPassword: password,
  ...more,
});
