/** A delivery as the gateway returns it. */
export const deliveryOf = (id: string, more: object = {}) => ({
  __typename: 'WebhookDelivery',
  id,
  eventNumber: 40 + Number(id),
  eventType: 'USER_CREATED',
  state: 'DELIVERED',
  attempts: 1,
  nextAttemptAt: null,
  sentAt: '2026-11-20T09:30:00.000Z',
  durationMs: 12,
  status: 204,
  problem: null,
  response: '',
  redirectUrl: null,
  request: '{"id":"1","type":"user.created"}',
  ...more,
});

/** A webhook as the gateway returns it. */
export const webhookOf = (id: string, more: object = {}) => ({
  __typename: 'Webhook',
  id,
  url: `https://hooks.example/${id}`,
  types: null,
  status: 'ACTIVE',
  failingSince: null,
  pausedUntil: null,
  previousSecretUntil: null,
  pendingCount: 0,
  lastDelivery: null,
  ...more,
});
