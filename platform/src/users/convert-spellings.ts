import { asciiEmail, storedEmail } from '@console/contract/fields/domain-rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import type { Clock } from '../core/base/clock.ts';
import { hasStoredSpelling, storedDomainsOf } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';

interface Services {
  db: Kysely<Database>;
  clock: Clock;
}

const batchSize = 500;

type Column = 'email' | 'supervisor';

/** Gives domains that earlier releases stored in another spelling their ASCII form: SQL cannot. Several platforms can run it. */
export async function convertSpellings(services: Services): Promise<void> {
  // Supervisors last, because one keeps the spelling of a user who keeps it.
  for (const column of ['email', 'supervisor'] as const)
    for (let last: number | null = 0; last !== null; ) last = await convertUsers(services, column, last);
  await convertOrganisations(services);
}

/** Converts the next users after an id, skipping locked ones. Returns the last id; null if none is left. */
const convertUsers = (services: Services, column: Column, after: number): Promise<number | null> =>
  runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const users = await trx
      .selectFrom('ent_usr')
      .select(['id', 'email', 'supervisor', 'supervisor_set_by', 'supervisor_set_at'])
      .where('id', '>', after)
      .where(isNotAscii(`ent_usr.${column}`))
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const spelled = users.flatMap(({ id, supervisor_set_by, supervisor_set_at, ...user }) => {
      const before = user[column] ?? '';
      const setter = { supervisor_set_by, supervisor_set_at };
      return asciiEmail(before) === before ? [] : [{ id, before, after: asciiEmail(before), setter }];
    });
    const taken = await findUsed(trx, spelled.map(column === 'email' ? ({ after: to }) => to : ({ before }) => before));
    const audit: AuditEntry[] = [];
    for (const { id, before, after: to, setter } of spelled) {
      const used = (column === 'email' ? to : before).toLowerCase();
      if (taken.has(used)) continue;
      if (column === 'email') taken.add(used);
      const values = { [column]: to, updated_at: services.clock() };
      const row = trx.updateTable('ent_usr').where('id', '=', id);
      await row.set(values).execute();
      // Another supervisor forgets who set it, and this one is the same.
      if (column === 'supervisor') await row.set(setter).execute();
      const target = { type: 'ent_usr', id };
      audit.push({ action: 'users:edit', target, before: { [column]: before }, after: { [column]: to } });
    }
    return { answer: users.at(-1)?.id ?? null, audit: audit.length > 0 ? audit : null };
  });

const isNotAscii = (column: string) => sql<boolean>`octet_length(${sql.ref(column)}) <> length(${sql.ref(column)})`;

async function findUsed(trx: Transaction<Database>, emails: readonly string[]): Promise<Set<string>> {
  const lower = emails.map((email) => email.toLowerCase());
  const users = await trx
    .selectFrom('ent_usr')
    .select(sql<string>`lower(email)`.as('email'))
    .where(sql<boolean>`lower(email) = any(${lower}::text[])`)
    .execute();
  return new Set(users.map(({ email }) => email));
}

const convertOrganisations = (services: Services): Promise<void> =>
  runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const organisations = await trx
      .selectFrom('ent_org')
      .select(['id', 'email_domain'])
      .where(isNotAscii('ent_org.email_domain'))
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const audit: AuditEntry[] = [];
    for (const { id, email_domain: before } of organisations) {
      const email_domain = storedDomainsOf(before).join(',');
      if (email_domain === before) continue;
      const values = { email_domain, updated_at: services.clock() };
      await trx.updateTable('ent_org').set(values).where('id', '=', id).execute();
      const target = { type: 'ent_org', id };
      audit.push({ action: 'organisations:edit', target, before: { email_domain: before }, after: { email_domain } });
    }
    const settings = await trx
      .selectFrom('scim_setting')
      .select(['ent_org_id', 'default_supervisor'])
      .where(isNotAscii('default_supervisor'))
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    for (const { ent_org_id, default_supervisor } of settings)
      await trx
        .updateTable('scim_setting')
        .set({ default_supervisor: asciiEmail(default_supervisor ?? '') })
        .where('ent_org_id', '=', ent_org_id)
        .execute();
    return { answer: undefined, audit: audit.length > 0 ? audit : null };
  });

/** Users with another spelling of the email of another user, who therefore keep it. */
export async function findDoubles(db: Kysely<Database>): Promise<{ id: number; email: string; other: string }[]> {
  const users = await db
    .selectFrom('ent_usr')
    .select(['id', 'email'])
    .where(isNotAscii('email'))
    .orderBy('id')
    .execute();
  const spelled = users.filter(({ email }) => !hasStoredSpelling(email));
  const emails = spelled.map(({ email }) => storedEmail(email));
  const others = await db
    .selectFrom('ent_usr')
    .select('email')
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .execute();
  const known = new Set(others.map(({ email }) => email.toLowerCase()));
  return spelled.flatMap(({ id, email }) => {
    const other = storedEmail(email);
    return known.has(other) ? [{ id, email, other }] : [];
  });
}
