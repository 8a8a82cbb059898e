/** An event of the activity log as the gateway returns it. */
export const eventOf = (id: string, more: object = {}) => ({
  __typename: 'AuditEvent',
  id,
  at: '2026-11-20T09:30:00.000Z',
  outcome: 'DONE',
  code: null as string | null,
  sentence: 'Ada Admin changed Maya Rao.',
  way: 'CONSOLE',
  count: 1,
  uploadedUserCount: null as number | null,
  requestId: `request-${id}`,
  actor: {
    __typename: 'AuditActor',
    name: 'Ada Admin',
    roleKey: 'ADMINISTRATOR',
    apiKeyName: null,
    apiKeyPrefix: null,
    clientAddress: '203.0.113.9',
    user: { __typename: 'User', id: '1', organisationId: '7' },
  },
  target: { __typename: 'AuditTarget', kind: 'USER', id: '5', name: 'Maya Rao', organisationId: '10' },
  organisation: { __typename: 'OrganisationRef', id: '10', brandName: 'Acme' },
  changes: [{ __typename: 'AuditChange', field: 'firstName', from: 'May', to: 'Maya' }],
  ...more,
});

/** A page of events. */
export const eventsOf = (nodes: readonly object[], pageInfo: object = {}) => ({
  __typename: 'AuditEventConnection',
  nodes,
  searchedTo: null as string | null,
  pageInfo: {
    __typename: 'PageInfo',
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: nodes.length > 0 ? 'first' : null,
    endCursor: nodes.length > 0 ? 'last' : null,
    ...pageInfo,
  },
});
