import type { EventType } from '@console/contract/event-types';
import type { WebhookProblem } from '@console/contract/generated/schema-types';
import { webhookDeliveryListed } from '@console/contract/rules';
import { sql } from 'kysely';
import { noPerson, plain, received, secret, table } from '../core/database/table.ts';

/** Waiting deliveries of a disabled organisation are sent when it is enabled, but not those of a webhook that is turned off. */
const isNotAwaited = () =>
  sql<boolean>`(state <> 'waiting' or not exists (select from webhook where webhook.id = webhook_id and is_enabled))`;

export const webhookTables = {
  webhook: table({
    id: plain.id,
    ent_org_id: plain.integer,
    url: plain.text.secretPath(),
    /** Null for all. */
    types: plain.texts.as<EventType[]>().nullable(),
    is_enabled: plain.boolean.default(true),
    /** When it was turned off because its deliveries failed. */
    switched_off_at: plain.timestamp.nullable(),
    secret_sealed: secret.text.sealed('webhook').default(''),
    previous_secret_sealed: secret.text.sealed('webhook').default(''),
    previous_secret_until: plain.timestamp.nullable(),
    /** Position of the activity log up to which events have deliveries. */
    position: plain.bigint,
    failing_since: plain.timestamp.nullable(),
    /** Whether the last attempt was slow or had no response. Slow webhooks share places. */
    is_slow: plain.boolean.default(false),
    /** End of a pause that the receiver asked for by `Retry-After`. */
    paused_until: plain.timestamp.nullable(),
    created_at: plain.timestamp,
  })({
    person: noPerson('Settings of an organisation'),
    backup: {
      rows: 'all',
      withoutSecrets: {
        secret_sealed: "''",
        previous_secret_sealed: "''",
        previous_secret_until: 'null::timestamptz',
        is_enabled: 'false',
      },
    },
  }),
  webhook_delivery: table({
    id: plain.bigId,
    webhook_id: plain.integer,
    /** Event of the activity log, which can be deleted there. */
    event_id: plain.integer,
    event_number: plain.bigint,
    event_type: plain.text.as<EventType>(),
    state: plain.oneOf(['waiting', 'delivered', 'failed']).default('waiting'),
    attempts: plain.integer.default(0),
    created_at: plain.timestamp,
    /** Start of the hours of attempts: when it was created, or sent again by hand. */
    queued_at: plain.timestamp,
    due_at: plain.timestamp,
    /** End of the sending platform's claim. */
    claimed_until: plain.timestamp.nullable(),
    sent_at: plain.timestamp.nullable(),
    duration_ms: plain.integer.nullable(),
    status: plain.integer.nullable(),
    problem: plain.text.as<WebhookProblem>().nullable(),
    answer: received.text.nullable(),
    redirect_url: received.text.nullable(),
  })({
    organisation: ['webhook_id>webhook.ent_org_id'],
    person: noPerson('Deliveries of events that are also in the activity log'),
    backup: 'with-secrets',
    erased: { cleared: ['answer', 'redirect_url'], stays: 'Codes' },
    kept: [{ days: webhookDeliveryListed.days, since: 'queued_at', if: isNotAwaited }],
  }),
};
