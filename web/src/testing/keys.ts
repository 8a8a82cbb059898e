/** An API key as the gateway returns it. */
export const apiKeyOf = (id: string, more: object = {}) => ({
  __typename: 'ApiKey',
  id,
  name: `Key ${id}`,
  prefix: 'key_1f3a9c02',
  scopes: ['READ', 'USERS_WRITE'],
  status: 'ACTIVE',
  createdAt: '2026-11-02T09:30:00.000Z',
  expiresAt: '2027-01-31T09:30:00.000Z',
  lastUsedAt: null,
  owner: { __typename: 'User', id: '1', fullName: 'Ada Admin' },
  viewerCanRotate: true,
  viewerCanRevoke: true,
  viewerCanConfirm: false,
  viewerCanViewRequests: false,
  ...more,
});

/** An API key of an organisation as the gateway returns it. */
export const organisationKeyOf = (id: string, more: object = {}) => ({
  __typename: 'OrganisationApiKey',
  id,
  name: `Key ${id}`,
  prefix: 'key_1f3a9c02',
  purpose: 'INTEGRATION',
  role: 'ORGANISER',
  scopes: ['READ', 'USERS_WRITE'],
  status: 'ACTIVE',
  expiresAt: '2027-01-31T09:30:00.000Z',
  lastUsedAt: null,
  createdBy: { __typename: 'User', id: '1', fullName: 'Ada Admin' },
  hasAuthorLeft: false,
  viewerCanRotate: true,
  viewerCanRevoke: true,
  viewerCanViewRequests: false,
  ...more,
});
