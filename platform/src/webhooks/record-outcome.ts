import { organiserRole } from '@console/contract/access';
import { webhookFailingDays, webhookRetryHours } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { addMs, dayMs, hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import type { Attempt } from './deliver.ts';
import { webhookSwitchedOffMail } from './webhook-mail-texts.ts';
import type { DeliveryRow } from './webhooks.store.ts';

/** Pauses before the second attempt, the third and so on; in total just less than the hours of attempts. */
const pausesMs = [
  ...[5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  ...[hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs],
];
/** Spreads retries of deliveries that failed together. */
const jitter = 0.1;
/** Status by which a receiver ends its webhook. */
const gone = 410;
/** A slower response marks the webhook as slow. */
const slowMs = secondMs;

type Recording = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

/** Stores the outcome, unless another platform has claimed the delivery. Returns whether others of the webhook became due. */
export async function recordOutcome(
  services: Recording,
  webhook: Row<'webhook'>,
  delivery: DeliveryRow,
  { outcome, pausedUntil }: Attempt,
): Promise<boolean> {
  const { problem } = outcome;
  // Retrying does not help.
  const isLost = problem === 'EVENT_DELETED';
  const isFailure = problem !== null && !isLost;
  const isGone = outcome.status === gone;
  const now = services.clock();
  const next = addMs(now, pauseMs(delivery.attempts));
  const due_at = pausedUntil && pausedUntil > next ? pausedUntil : next;
  // A pause from the receiver can exceed the hours of attempts, once.
  const isLate = (pausedUntil ? now : due_at) > addMs(delivery.queued_at, webhookRetryHours * hourMs);
  const state = problem === null ? 'delivered' : isLost || isLate || isGone ? 'failed' : 'waiting';
  const { numUpdatedRows } = await services.db
    .updateTable('webhook_delivery')
    .set({ ...outcome, state, claimed_until: null, ...(isFailure && { due_at }) })
    .where('id', '=', delivery.id)
    .where('claimed_until', '=', delivery.claimed_until)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || isLost) return false;
  if (isGone) return switchOffWebhook(services, webhook.id, 'GONE');
  if (pausedUntil) await pause(services, webhook.id, pausedUntil);
  const isSlow = outcome.duration_ms > slowMs || (isFailure && outcome.status === null);
  return isFailure ? recordFailure(services, webhook, isSlow) : recordSuccess(services, webhook, isSlow);
}

const pauseMs = (attempts: number): number => {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? pausesMs[0] ?? 0;
  return Math.round(pause * (1 + jitter * (Math.random() - 0.5)));
};

/** After failures, deliveries that did not reach the receiver are due at once; rejected ones keep their pause. */
async function recordSuccess({ db, clock }: Recording, { id }: Row<'webhook'>, is_slow: boolean): Promise<boolean> {
  const { rows } = await sql<{ failing_since: Date | null }>`
    update webhook set failing_since = null, is_slow = ${is_slow}
    from webhook as old where webhook.id = ${id} and old.id = webhook.id
      and (old.failing_since is not null or old.is_slow <> ${is_slow})
    returning old.failing_since`.execute(db);
  if (!rows[0]?.failing_since) return false;
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ due_at: clock() })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('due_at', '>', clock())
    .where(sql<boolean>`problem is not null and (status is null or status in (502, 503, 504))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function recordFailure(services: Recording, { id }: Row<'webhook'>, isSlow: boolean): Promise<false> {
  const now = services.clock();
  const { rows } = await sql<{ failing_since: Date }>`
    update webhook set failing_since = coalesce(failing_since, ${now}::timestamptz), is_slow = ${isSlow}
    where id = ${id} and (failing_since is null or is_slow <> ${isSlow}
      or failing_since <= ${addMs(now, -webhookFailingDays * dayMs)}::timestamptz)
    returning failing_since`.execute(services.db);
  const since = rows[0]?.failing_since;
  return since && since <= addMs(now, -webhookFailingDays * dayMs) ? switchOffWebhook(services, id, 'FAILING') : false;
}

/** The receiver's pause applies to all deliveries, also future ones. */
const pause = ({ db }: Recording, id: number, paused_until: Date) =>
  db.updateTable('webhook').set({ paused_until }).where('id', '=', id).execute();

async function switchOffWebhook(services: Recording, id: number, reason: SwitchOffReason): Promise<false> {
  await runCommand({ ...services, notices: null }, systemActor, (trx) => switchOff(services, trx, id, reason));
  return false;
}

type SwitchOffReason = Parameters<typeof webhookSwitchedOffMail>[0]['reason'];

async function switchOff(
  { clock, settings, mailer }: Recording,
  trx: Transaction<Database>,
  id: number,
  reason: SwitchOffReason,
) {
  const row = await trx
    .updateTable('webhook')
    .from('ent_org')
    .set({ is_enabled: false, switched_off_at: clock() })
    .where('webhook.id', '=', id)
    .where('is_enabled', '=', true)
    .whereRef('ent_org.id', '=', 'webhook.ent_org_id')
    .returning(['url', 'ent_org_id', 'brandname'])
    .executeTakeFirst();
  if (!row) return { answer: null, audit: null };
  const { ent_org_id, brandname } = row;
  const link = new URL('/O/keys', settings.publicUrl);
  const url = new URL(row.url).origin;
  const recipients = await selectRecipients(trx, organiserRole, ent_org_id).execute();
  const mails = recipients.map(({ email, name }) => ({
    to: email,
    ...webhookSwitchedOffMail({ name, organisation: brandname, url, reason, days: webhookFailingDays, link }),
    organisationId: ent_org_id,
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
  const audit = {
    action: 'webhooks:switchOff',
    target: { type: 'webhook', id },
    organisationId: ent_org_id,
    before: { is_enabled: true },
    after: { is_enabled: false },
  };
  return { answer: null, audit };
}
