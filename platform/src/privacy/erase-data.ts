import { noProfileTexts } from '@console/contract/user-rules';
import { sql, type Transaction } from 'kysely';
import { revokeAllAccess } from '../core/access/revoke-access.ts';
import type { Services } from '../core/access/services.ts';
import { endings } from '../core/base/mapping-ending.ts';
import type { PendingErasure } from '../core/database/erasure-tables.ts';
import { accountCounterKeys, clearAttempts } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { findProvenEmails } from './proven-emails.ts';

/** What is in place of a person's name. */
const erasedText = 'Erased user';

/** The tables of which all rows of a person are deleted, by `ent_usr_id`, and with them the rows that reference these. */
const deletedRows = [
  ...['session', 'remember_token', 'known_device', 'login_attempt', 'otp_send', 'user_token'],
  ...['app_factor', 'recovery_code', 'passkey', 'api_key', 'idempotency_key', 'idempotent_operation'],
  ...['invitation', 'org_invitation', 'digest_email', 'sso_link', 'sso_confirmation', 'sso_test'],
  ...['scim_user', 'scim_deactivation', 'scim_unmanaged', 'provisioning_issue', 'responder'],
] as const;

/** An address that no one has: the column is unique and required. */
const erasedEmail = (userId: number) => `erased-${userId}@erased.invalid`;

/**
 * Erases the rows of a person and what others have about them by their id (docs/decisions/0099). Ids stay. What other rows and events have of them is erased afterwards, by
 * `continueErasures`. The caller has locked the user. Whatever the user's state is: after a restore they may be active again.
 */
export async function eraseData(
  trx: Transaction<Database>,
  { clock }: Pick<Services, 'clock'>,
  userId: number,
  { at, created, proof, isInFiles }: { at: Date; created: string | undefined; proof: string; isInFiles: boolean },
): Promise<void> {
  const { email, ...found } = await findProvenEmails(trx, userId);
  const pending: PendingErasure = { ...found, rows: await findRows(trx, userId) };
  await revokeAllAccess(trx, clock, userId);
  await releaseReferences(trx, userId);
  await deleteRows(trx, userId);
  await clearAttempts(trx, accountCounterKeys({ id: userId, email }));
  const access = { password_hash: null, password_changed_at: null, last_sign_in_at: null, sign_in_blocked_at: null };
  await trx
    .updateTable('ent_usr')
    .set({
      ...noProfileTexts,
      email: erasedEmail(userId),
      firstname: erasedText,
      ...access,
      dept_lead: false,
      factor_grace_from: null,
      imported_at: null,
      digest_off_at: null,
      deprovisioned_at: null,
      account_reset_at: null,
      return_refused_at: null,
      is_disabled: true,
      erased_at: at,
      updated_at: clock(),
    })
    .where('id', '=', userId)
    .execute();
  const erased = {
    erased_at: at,
    created_at: created === undefined ? null : new Date(created),
    proof,
    is_in_files: isInFiles,
    pending: JSON.stringify(pending),
    position: 0,
  };
  await trx
    .insertInto('erased_user')
    .values({ ent_usr_id: userId, ...erased })
    .onConflict((of) => of.column('ent_usr_id').doUpdateSet(erased))
    .execute();
}

/** The rows of a person that are targets of events. */
async function findRows(trx: Transaction<Database>, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'user_mapping ' || id as name from user_mapping where ent_usr_id = ${userId}::int
    union all select 'invitation ' || id from invitation where ent_usr_id = ${userId}::int
    union all select 'api_key ' || id from api_key where ent_usr_id = ${userId}::int`.execute(trx);
  return rows.map(({ name }) => name);
}

/** What others have of the person by id: no organisation has them as organiser or external user, and texts about them or by them are cleared. */
async function releaseReferences(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.updateTable('ent_org').set({ organizer_id: null }).where('organizer_id', '=', userId).execute();
  await sql`update user_mapping set activated = false, status = ${endings.end.status}
    where ent_usr_id = ${userId}::int and activated is distinct from false`.execute(trx);
  await trx
    .updateTable('access_review_item')
    .set({ name: erasedText, email: erasedEmail(userId), reason: null, facts: null, outcome_text: null })
    .where('ent_usr_id', '=', userId)
    .execute();
  await sql`update bulk_row set message = null where message is not null and (target_id = ${userId}::int
    or job_id in (select id from bulk_job where ent_usr_id = ${userId}::int))`.execute(trx);
  await trx.updateTable('bulk_job').set({ client_address: null }).where('ent_usr_id', '=', userId).execute();
}

async function deleteRows(trx: Transaction<Database>, userId: number): Promise<void> {
  await sql`delete from mail where recipient_id = ${userId}::int
    or invitation_id in (select id from invitation where ent_usr_id = ${userId}::int)`.execute(trx);
  // A userName names a user of its own organisation alone.
  await sql`delete from scim_failure using scim_user where scim_user.ent_usr_id = ${userId}::int
    and scim_failure.ent_org_id = scim_user.ent_org_id
    and (lower(scim_failure.user_name) = lower(scim_user.user_name) or position(scim_user.id::text in scim_failure.path) > 0)`.execute(
    trx,
  );
  for (const table of deletedRows)
    await sql`delete from ${sql.table(table)} where ent_usr_id = ${userId}::int`.execute(trx);
}
