import type { ErasureChangeKind } from '@console/contract/generated/schema-types';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, tables } from '../core/database/schema.ts';
import { findProvenEmails } from './proven-emails.ts';

export interface ErasureChange {
  kind: ErasureChangeKind;
  count: number;
}

/** Newest events that are searched for an address before an erasure; the erasure reads all. */
const searchedEvents = 100_000;

const theirs = (kind: ErasureChangeKind, userId: number): RawBuilder<unknown> =>
  sql`select ${sql.join(
    Object.entries(tables).flatMap(([table, { counted }]) =>
      counted === kind ? [sql`(select count(*) from ${sql.table(table)} where ent_usr_id = ${userId}::int)`] : [],
    ),
    sql` + `,
  )}`;

/** Changes by kind, without empty kinds. */
export async function countErasureChanges(db: Kysely<Database>, userId: number): Promise<ErasureChange[]> {
  const { emails, organisationId } = await findProvenEmails(db, userId);
  const named = sql`any(${emails}::text[])`;
  const isIn = (column: string) => sql`(${organisationId}::int is null or ${sql.ref(column)} = ${organisationId}::int)`;
  const texts = sql`lower(concat(before::text, ' ', after::text))`;
  const isAbout = sql`(ent_usr_id = ${userId}::int or (target_type = 'ent_usr' and target_id = ${String(userId)}))`;
  const counts: Record<ErasureChangeKind, RawBuilder<unknown>> = {
    SIGN_INS: theirs('SIGN_INS', userId),
    PROVIDER_ACCOUNTS: theirs('PROVIDER_ACCOUNTS', userId),
    API_KEYS: theirs('API_KEYS', userId),
    INVITATIONS: theirs('INVITATIONS', userId),
    EMAILS: sql`select count(*) from mail where recipient_id = ${userId}::int`,
    SUPERVISED_USERS: sql`select count(*) from ent_usr where lower(supervisor) = ${named} and id <> ${userId}::int
      and ${isIn('ent_org_id')}`,
    REVIEW_DECISIONS: sql`select count(*) from access_review_item where ent_usr_id = ${userId}::int
      and (reason is not null or outcome_text is not null)`,
    EVENTS: sql`select count(*) from audit_entry where ${isAbout}`,
    OTHER_EVENTS: sql`select count(*) from audit_entry where not coalesce(${isAbout}, false)
      and position > (select max(position) from audit_position) - ${sql.lit(searchedEvents)}
      and ${isIn('subject_org_id')} and exists (select from unnest(${emails}::text[]) as email
        where position(email in ${texts}) > 0 and email = any(array(select btrim(word, '''.!?')
          from regexp_split_to_table(${texts}, '[][\\s"<>(){},;:|\\\\]+') as word)))`,
  };
  const { rows } = await sql<{ kind: ErasureChangeKind; count: number }>`
    select kind, count::int as count from (${sql.join(
      Object.entries(counts).map(([kind, count]) => sql`select ${kind}::text as kind, (${count}) as count`),
      sql` union all `,
    )}) as counted where count > 0`.execute(db);
  return rows;
}
