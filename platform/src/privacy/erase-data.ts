import { deserialize, serialize } from 'node:v8';
import { sql, type Transaction } from 'kysely';
import { redactEvents } from '../audit/redact-events.ts';
import { valuesOfPerson } from '../audit/values-of-person.ts';
import { hashEmail } from '../core/access/refusal-log.ts';
import { revokeAllAccess } from '../core/access/revoke-access.ts';
import type { Services } from '../core/access/services.ts';
import type { Actor } from '../core/base/audit-entry.ts';
import { endings } from '../core/base/mapping-ending.ts';
import { accountCounterKeys } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { deletedRows, replacedTexts } from './erased-places.ts';
import { findKnownPerson } from './known-person.ts';
import { erasedText, PersonTexts } from './person-texts.ts';

type EraseServices = Pick<Services, 'clock' | 'pepper'>;

/** It reads the texts of all organisations, for which the limit of other statements is too short in a large database. */
const withoutLimit = sql`set local statement_timeout = '10min'`;

/** An address that no one has: the column is unique and required. */
const erasedEmail = (userId: number) => `erased-${userId}@erased.invalid`;

/**
 * Erases the data of a person in one transaction: their row, all that is theirs alone, and their name in the texts of others. Ids stay. The caller has locked
 * the user. Whatever the user's state is: after a restore they may be active again.
 */
export async function eraseData(
  trx: Transaction<Database>,
  { clock, pepper }: EraseServices,
  userId: number,
  {
    actor,
    at,
    created,
    proof,
    isInFiles,
  }: { actor: Actor; at: Date; created: string | undefined; proof: string; isInFiles: boolean },
): Promise<void> {
  await withoutLimit.execute(trx);
  const known = await findKnownPerson(trx, userId);
  const texts = new PersonTexts(known);
  await revokeAllAccess(trx, clock, userId);
  await eraseEvents(trx, { clock, pepper }, { userId, texts, known, actor });
  await deleteAnswersAbout(trx, userId);
  await releaseReferences(trx, userId, known.identifiers);
  await deleteOwnRows(trx, userId, known.identifiers);
  await replaceInTexts(trx, texts);
  await replaceInAnswers(trx, texts);
  const none = { country_code: null, mobile: null, designation: null, department_name: null, supervisor: null };
  const access = { password_hash: null, password_changed_at: null, last_sign_in_at: null, sign_in_blocked_at: null };
  await trx
    .updateTable('ent_usr')
    .set({
      ...{ email: erasedEmail(userId), firstname: erasedText, lastname: null, ...none, ...access },
      ...{ dept_lead: false, factor_grace_from: null, imported_at: null, digest_off_at: null },
      ...{ is_disabled: true, erased_at: at, updated_at: clock() },
    })
    .where('id', '=', userId)
    .execute();
  const created_at = created === undefined ? null : new Date(created);
  await trx
    .insertInto('erased_user')
    .values({ ent_usr_id: userId, erased_at: at, created_at, proof, is_in_files: isInFiles })
    .onConflict((of) =>
      of.column('ent_usr_id').doUpdateSet({ erased_at: at, created_at, proof, is_in_files: isInFiles }),
    )
    .execute();
}

/** Events of the person, about them, about what belongs to them, and all others that name them. */
async function eraseEvents(
  trx: Transaction<Database>,
  services: EraseServices,
  {
    userId,
    texts,
    known,
    actor,
  }: { userId: number; texts: PersonTexts; known: { identifiers: readonly string[] }; actor: Actor },
): Promise<void> {
  const emailHashes = await findEmailHashes(trx, services, known.identifiers);
  const { rows } = await sql<{ id: number }>`
    select id from audit_entry where ent_usr_id = ${userId}::int
    union select id from audit_entry where target_type = 'ent_usr' and target_id = ${String(userId)}
    union select id from audit_entry where email_hash = any(${emailHashes}::text[])
    union select id from audit_entry where (target_type, target_id) in (
      select 'user_mapping', id::text from user_mapping where ent_usr_id = ${userId}::int
      union all select 'invitation', id::text from invitation where ent_usr_id = ${userId}::int
      union all select 'api_key', id::text from api_key where ent_usr_id = ${userId}::int
      union all select 'passkey', id::text from passkey where ent_usr_id = ${userId}::int)
    union select id from audit_entry
      where before::text ~* ${texts.person}::text or after::text ~* ${texts.person}::text`.execute(trx);
  const erases = valuesOfPerson({ userId, texts: texts.all, emailHashes });
  await redactEvents(trx, services, { events: rows.map(({ id }) => Number(id)), erases, actor });
}

/** The stored hashes of emails, made with this secret or an earlier one. */
async function findEmailHashes(
  trx: Transaction<Database>,
  { pepper }: EraseServices,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select distinct email_hash as hash from audit_entry where email_hash is not null`.execute(trx);
  const values = emails.map((email) => `email:${hashEmail(email)}`);
  return rows.map(({ hash }) => hash).filter((hash) => values.some((value) => pepper.matches(value, hash)));
}

/**
 * Responses that gateways have stored are encrypted, so that no one can tell whether they name the person: those to callers who have acted on the person are
 * deleted. Repeated, such an operation makes its calls again with their own keys, and they are not done again.
 */
async function deleteAnswersAbout(trx: Transaction<Database>, userId: number): Promise<void> {
  await sql`delete from idempotent_operation where answer is not null and exists (
    select from audit_entry where target_type = 'ent_usr' and target_id = ${String(userId)}
      and (audit_entry.ent_usr_id = idempotent_operation.ent_usr_id or audit_entry.api_key_id = idempotent_operation.api_key_id)
      and audit_entry.at >= idempotent_operation.created_at - interval '1 minute')`.execute(trx);
}

/** What others have of the person: who reported to them reports to no one, and no organisation has them as organiser or external user. */
async function releaseReferences(
  trx: Transaction<Database>,
  userId: number,
  identifiers: readonly string[],
): Promise<void> {
  const emails = identifiers.map((text) => text.toLowerCase());
  await sql`update ent_usr set supervisor = email where lower(supervisor) = any(${emails}::text[])`.execute(trx);
  await sql`update scim_setting set default_supervisor = null where lower(default_supervisor) = any(${emails}::text[])`.execute(
    trx,
  );
  await trx.updateTable('ent_org').set({ organizer_id: null }).where('organizer_id', '=', userId).execute();
  await sql`update user_mapping set activated = false, status = ${endings.end.status}
    where ent_usr_id = ${userId}::int and activated is distinct from false`.execute(trx);
  await sql`update access_review_item set reason = null, outcome_text = null where ent_usr_id = ${userId}::int`.execute(
    trx,
  );
  await sql`update bulk_row set message = null where target_id = ${userId}::int`.execute(trx);
  await sql`update bulk_job set client_address = null where ent_usr_id = ${userId}::int`.execute(trx);
  await sql`update webhook_delivery set answer = null, redirect_url = null where event_id in (
    select id from audit_entry where target_type = 'ent_usr' and target_id = ${String(userId)})`.execute(trx);
}

async function deleteOwnRows(
  trx: Transaction<Database>,
  userId: number,
  identifiers: readonly string[],
): Promise<void> {
  const emails = identifiers.map((text) => text.toLowerCase());
  await sql`delete from mail where lower(recipient) = any(${emails}::text[])`.execute(trx);
  await sql`delete from scim_failure where lower(user_name) = any(${emails}::text[])`.execute(trx);
  // Keys of counters have emails, ids and IP addresses.
  const counters = identifiers.flatMap((email) => accountCounterKeys({ id: userId, email }));
  await sql`delete from attempt_count where key = any(${counters}::text[]) or exists (
    select from unnest(${emails}::text[]) as email where position(email in lower(key)) > 0) or exists (
    select from session where ent_usr_id = ${userId}::int and client_address <> '' and position(client_address in key) > 0)`.execute(
    trx,
  );
  for (const table of deletedRows)
    await sql`delete from ${sql.table(table)} where ent_usr_id = ${userId}::int`.execute(trx);
}

async function replaceInTexts(trx: Transaction<Database>, { person, name }: PersonTexts): Promise<void> {
  if (person === null) return;
  for (const [table, { text = [], json = [] }] of Object.entries(replacedTexts)) {
    const columns = [
      ...text.map((column) => ({ column, type: sql`text` })),
      ...json.map((column) => ({ column, type: sql`jsonb` })),
    ];
    const named = columns.map(({ column }) => sql`${sql.ref(column)}::text ~* ${person}::text`);
    const replaced = columns.map(({ column, type }) => {
      const once = sql`regexp_replace(${sql.ref(column)}::text, ${person}::text, ${erasedText}, 'gi')`;
      const twice = name === null ? once : sql`regexp_replace(${once}, ${name}::text, ${erasedText}, 'g')`;
      return sql`${sql.ref(column)} = ${twice}::${type}`;
    });
    await sql`update ${sql.table(table)} set ${sql.join(replaced)} where ${sql.join(named, sql` or `)}`.execute(trx);
  }
}

const answersAtOnce = 200;

/** The stored responses of calls: they are kept, so that a repeated write is not done a second time. */
async function replaceInAnswers(trx: Transaction<Database>, texts: PersonTexts): Promise<void> {
  await sql`declare stored_answers no scroll cursor for
    select ctid::text as place, answer from idempotency_key where answer is not null`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ place: string; answer: string }>`
      fetch ${sql.lit(answersAtOnce)} from stored_answers`.execute(trx);
    if (rows.length === 0) break;
    for (const { place, answer } of rows) {
      const value: unknown = deserialize(Buffer.from(answer, 'base64'));
      const replaced = texts.replaceIn(value);
      if (replaced === value) continue;
      await sql`update idempotency_key set answer = ${serialize(replaced).toString('base64')}
        where ctid = ${place}::tid`.execute(trx);
    }
  }
  await sql`close stored_answers`.execute(trx);
}
