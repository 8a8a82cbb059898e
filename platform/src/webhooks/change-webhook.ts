import type { Action } from '@console/contract/access';
import { type EventType, eventTypeNames, schemaEventType } from '@console/contract/event-types';
import type {
  CreateWebhookInput,
  CreateWebhookPayload,
  RotateWebhookSecretPayload,
  UpdateWebhookInput,
  Webhook,
} from '@console/contract/generated/schema-types';
import { maxWebhooksPerOrganisation, webhookSecretOverlapHours } from '@console/contract/rules';
import type { Transaction, Updateable } from 'kysely';
import { chainAllAuditEvents } from '../audit/audit-jobs.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, hourMs } from '../core/base/clock.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { acceptedAddress } from '../core/outbound/outbound.ts';
import { lockWebhook } from './authorize-webhook.ts';
import { newWebhookSecret, webhookCipher } from './webhook-secret.ts';
import { toWebhook } from './webhooks.store.ts';

/** Creates a webhook, for events from now on. Throws 403 by role and with an API key, 404, 409 for too many, 422, WRONG_PASSWORD. */
export async function createWebhook(
  services: Services,
  caller: Caller,
  { organisationId, url, types }: CreateWebhookInput,
): Promise<CreateWebhookPayload> {
  await chainAllAuditEvents(services.db);
  return runCommand(services, caller, async (trx) => {
    const organisation = await lockAllowedOrganisation(trx, caller, 'webhooks:create', parseId(organisationId));
    const settings = { url: acceptedUrl(services, url), types: sortedTypes(types) };
    const of = trx.selectFrom('webhook').where('ent_org_id', '=', organisation.id);
    const { count } = await of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (Number(count) >= maxWebhooksPerOrganisation)
      throw conflict(`An organisation can have at most ${maxWebhooksPerOrganisation} webhooks. Delete one first.`);
    await consumeReauthentication(trx, services.clock, caller, { isLasting: true });
    const created_at = services.clock();
    const { id } = await trx
      .insertInto('webhook')
      .values({ ...settings, ent_org_id: organisation.id, position: await lastPosition(trx), created_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const secret = newWebhookSecret();
    const row = await update(trx, id, { secret_sealed: sealed(services, id, secret) });
    const answer: CreateWebhookPayload = { webhook: await toWebhook(trx, row), secret };
    const audit = auditOf('webhooks:create', row, { after: auditedFields(settings) });
    return { answer, stored: { ...answer, secret: null }, audit };
  });
}

/** Changes given fields. Turned on, it starts with events from then on. Throws 403, 404, 409 without a secret, 422, WRONG_PASSWORD. */
export async function updateWebhook(
  services: Services,
  caller: Caller,
  { id, url, types, enabled }: UpdateWebhookInput,
): Promise<Webhook> {
  if (enabled) await chainAllAuditEvents(services.db);
  return runCommand(services, caller, async (trx) => {
    const old = await lockWebhook(trx, caller, 'webhooks:edit', parseId(id));
    const given = {
      ...(url != null && { url: acceptedUrl(services, url) }),
      ...(types !== undefined && { types: sortedTypes(types) }),
      ...(enabled != null && { is_enabled: enabled }),
    };
    const changed = Object.fromEntries(
      Object.entries(given).filter(([field, value]) => String(value) !== String(old[field as keyof typeof given])),
    ) as typeof given;
    const isNeeded = changed.url !== undefined || changed.types !== undefined;
    await consumeReauthentication(trx, services.clock, caller, { isNeeded, isLasting: true });
    if (Object.keys(changed).length === 0) return { answer: await toWebhook(trx, old), audit: null };
    if (changed.is_enabled && old.secret_sealed === '')
      throw conflict('The secret of this webhook can no longer be decrypted. Rotate the secret first.');
    // Turned on, it sends the events from then on. What was due before can be sent again by hand.
    if (changed.is_enabled)
      await trx
        .updateTable('webhook_delivery')
        .set({ state: 'failed', claimed_until: null })
        .where('webhook_id', '=', old.id)
        .where('state', '=', 'waiting')
        .execute();
    const started = { switched_off_at: null, failing_since: null, is_slow: false, paused_until: null };
    const row = await update(trx, old.id, {
      ...changed,
      ...(changed.is_enabled && { ...started, position: await lastPosition(trx) }),
    });
    const before = Object.fromEntries(Object.keys(changed).map((field) => [field, old[field as keyof typeof given]]));
    const audit = auditOf('webhooks:edit', old, { before: auditedFields(before), after: auditedFields(changed) });
    return { answer: await toWebhook(trx, row), audit };
  });
}

/** Creates another secret. Deliveries are also signed with the previous secret for a day. Throws 403, 404, WRONG_PASSWORD. */
export function rotateWebhookSecret(
  services: Services,
  caller: Caller,
  webhookId: number,
): Promise<RotateWebhookSecretPayload> {
  return runCommand(services, caller, async (trx) => {
    const old = await lockWebhook(trx, caller, 'webhooks:changeSecret', webhookId);
    await consumeReauthentication(trx, services.clock, caller, { isLasting: true });
    const secret = newWebhookSecret();
    const row = await update(trx, old.id, {
      secret_sealed: sealed(services, old.id, secret),
      previous_secret_sealed: old.secret_sealed,
      previous_secret_until: old.secret_sealed ? addMs(services.clock(), webhookSecretOverlapHours * hourMs) : null,
    });
    const answer: RotateWebhookSecretPayload = { webhook: await toWebhook(trx, row), secret };
    const audit = auditOf('webhooks:changeSecret', old, { after: { secret: true } });
    return { answer, stored: { ...answer, secret: null }, audit };
  });
}

/** Deletes and returns a webhook with its deliveries. Throws 403, 404. */
export function deleteWebhook(services: Services, caller: Caller, webhookId: number): Promise<Webhook> {
  return runCommand(services, caller, async (trx) => {
    const old = await lockWebhook(trx, caller, 'webhooks:delete', webhookId);
    const answer = await toWebhook(trx, old);
    await trx.deleteFrom('webhook').where('id', '=', old.id).execute();
    const { url, types } = old;
    return { answer, audit: auditOf('webhooks:delete', old, { before: auditedFields({ url, types }) }) };
  });
}

const sealed = ({ settings }: Services, id: number, secret: string) =>
  webhookCipher(settings.secrets).encrypt(secret, String(id));

const update = (
  trx: Transaction<Database>,
  id: number,
  changes: Updateable<Database['webhook']>,
): Promise<Row<'webhook'>> =>
  trx.updateTable('webhook').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

async function lastPosition(trx: Transaction<Database>): Promise<number> {
  const row = await trx.selectFrom('audit_position').select('position').executeTakeFirst();
  return row?.position ?? 0;
}

function acceptedUrl({ settings }: Services, url: string): string {
  const address = acceptedAddress(settings.outboundHosts, url);
  if (address === 'CREDENTIALS')
    throw invalidFields({
      url: [
        {
          code: 'FORMAT',
          message: 'must not contain a user name or a password. Verify the signature of deliveries instead.',
        },
      ],
    });
  if (typeof address !== 'string' && address.hash === '') return address.href;
  throw invalidFields({ url: [{ code: 'FORMAT', message: urlProblem(address, url) }] });
}

function urlProblem(address: URL | string, url: string): string {
  if (typeof address !== 'string') return 'cannot have a fragment (#)';
  return URL.canParse(url) && new URL(url).protocol === 'https:'
    ? 'must lead to a public address, not to a private network'
    : 'must be a URL that begins with https://';
}

/** Null for all. */
const sortedTypes = (types: CreateWebhookInput['types']): EventType[] | null =>
  types?.length ? eventTypeNames.filter((name) => types.includes(schemaEventType(name))) : null;

/** The path of a URL is a secret with many receivers. */
const auditedFields = (fields: { url?: string; types?: EventType[] | null; is_enabled?: boolean }) => ({
  ...fields,
  ...(fields.url !== undefined && { url: new URL(fields.url).origin }),
});

const auditOf = (
  action: Action,
  { id, ent_org_id }: Row<'webhook'>,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) => ({ action, target: { type: 'webhook', id }, organisationId: ent_org_id, ...changes });
