import { bulkActionResultDays, endedKeyListedDays, webhookDeliveryListed } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import { addMs, type Clock, dayMs } from '../base/clock.ts';
import type { Database } from './schema.ts';

/** A browser that was not used for so long is new again. */
const knownDeviceDays = 180;

/** How long texts are kept that the product has written about people: an erasure does not find them there. */
const textDays = 30;

/** Deletes what expired a day ago, such as sessions, tokens and counters, API keys after 90 days, emails, notices, failures of provisioning and results of bulk actions after 30, deliveries of webhooks after 7, and known devices after 180 days without use. Several platforms may run it at once. */
export async function deleteExpiredRows(db: Kysely<Database>, clock: Clock): Promise<void> {
  const longAgo = addMs(clock(), -dayMs);
  await db.deleteFrom('session').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('login_attempt').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('used_passkey_challenge').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('app_setup').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('otp_send').where('sent_at', '<', longAgo).execute();
  await db.deleteFrom('remember_token').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('user_token').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('handover_token').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('logout_token').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('sso_start').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('sso_confirmation').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('digest_email').where('expires_at', '<', longAgo).execute();
  await db.deleteFrom('password_proof').where('proved_at', '<', longAgo).execute();
  await db.deleteFrom('idempotency_key').where('created_at', '<', longAgo).execute();
  await db.deleteFrom('idempotent_operation').where('created_at', '<', longAgo).execute();
  await db.deleteFrom('attempt_count').where('window_ends_at', '<', longAgo).execute();
  await db.deleteFrom('notice').where('deferred', '=', 0).where('due_at', '<', longAgo).execute();
  const old = addMs(clock(), -textDays * dayMs);
  await db.deleteFrom('mail').where('created_at', '<', old).execute();
  await db.deleteFrom('notice').where('due_at', '<', old).execute();
  await db.deleteFrom('scim_failure').where('at', '<', old).execute();
  await db
    .deleteFrom('known_device')
    .where('last_used_at', '<', addMs(clock(), -knownDeviceDays * dayMs))
    .execute();
  await db
    .deleteFrom('bulk_job')
    .where('created_at', '<', addMs(clock(), -bulkActionResultDays * dayMs))
    .execute();
  await db
    .deleteFrom('webhook_delivery')
    .where('queued_at', '<', addMs(clock(), -webhookDeliveryListed.days * dayMs))
    .execute();
  const ended = addMs(clock(), -endedKeyListedDays * dayMs);
  await db
    .deleteFrom('api_key')
    .where((or) => or.or([or('revoked_at', '<', ended), or('expires_at', '<', ended)]))
    // The activity names a key of an organisation as its actor, as long as it is kept.
    .where(
      sql<boolean>`not exists (select from ent_org where ent_org.id = api_key.owner_org_id
        and least(revoked_at, expires_at) >= ${clock()}::timestamptz - audit_retention_days * interval '1 day')`,
    )
    .execute();
}
