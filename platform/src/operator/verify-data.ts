import type { Finding } from '@console/server-base/check-network';
import { type Kysely, sql } from 'kysely';
import { noOrganisationChainId } from '../audit/audit-chain.ts';
import { type ChainBreak, type ClockStep, verifyChain } from '../audit/verify-chain.ts';
import type { Pepper } from '../core/base/keys.ts';
import { isBeforeBaseline } from '../core/database/baseline.ts';
import { migrations } from '../core/database/migrate.ts';
import type { Database } from '../core/database/schema.ts';
import { computedUserText } from '../core/database/user-response.ts';
import { organisationSearchTextSql } from '../organisations/organisation-response.ts';
import { readEvidence } from '../reviews/evidence/store-evidence.ts';
import { countReferences, findBrokenReferences } from './broken-references.ts';

/** Checks a database, such as a restored copy, without changes: hash chains, evidence, counts, references. */
export async function verifyData(db: Kysely<Database>, pepper: Pepper): Promise<Finding[]> {
  const release = await verifyMigrations(db);
  if (release.level === 'problem') return [release];
  return [
    ...[release, ...(await verifyActivity(db, pepper)), ...(await verifyEvidence(db, pepper))],
    ...[...(await verifyCounts(db)), ...(await verifyReferences(db))],
  ];
}

const problem = (subject: string, text: string): Finding => ({ level: 'problem', subject, text });
const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
/** Shows `text` if `found` has no problems. */
const orderOf = (subject: string, found: readonly string[], text: string): Finding[] =>
  found.length > 0 ? found.map((one) => problem(subject, `${one}.`)) : [ok(subject, text)];

async function verifyMigrations(db: Kysely<Database>): Promise<Finding> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!table.rows[0]?.found) return problem('release', 'The database has no tables of the console.');
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.find(({ name }) => !isBeforeBaseline(name) && !Object.hasOwn(migrations, name));
  if (unknown)
    return problem(
      'release',
      `The data are from a newer release (migration ${unknown.name}). Check them with that release.`,
    );
  const missing = Object.keys(migrations).filter((name) => !rows.some((row) => row.name === name)).length;
  if (missing > 0)
    return problem(
      'release',
      `The data are from an earlier release (${missing} migrations behind). Check them with that release, or start this one once.`,
    );
  return ok('release', 'All migrations of this release are applied.');
}

async function verifyActivity(db: Kysely<Database>, pepper: Pepper): Promise<Finding[]> {
  const chains = await db.selectFrom('audit_chain').select(['id', 'first_no']).orderBy('id').execute();
  const found: string[] = [];
  const steps: Finding[] = [];
  let [checked, redacted] = [0, 0];
  for (const { id, first_no } of chains) {
    for (let after: number | undefined; ; ) {
      const check = await verifyChain({ db, pepper }, id, { after });
      checked += check.checked;
      redacted += check.redacted;
      steps.push(...check.clock_steps.map((step) => describeClockStep(id, step)));
      if (check.broken) found.push(describeBreak(id, first_no, check.broken));
      if (check.broken || check.next === null) break;
      after = check.next;
    }
  }
  const loose = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('position', 'is', null)
    .executeTakeFirstOrThrow();
  // Events of a chain without a head.
  const orphans = await sql<{ id: number }>`select distinct chain_id as id from audit_entry
    where chain_id is not null and chain_id not in (select id from audit_chain) order by 1 limit 5`.execute(db);
  for (const { id } of orphans.rows) found.push(`${chainName(id)}: the hash chain is missing, but not its events`);
  const waiting = Number(loose.count) > 0 ? ` ${loose.count} are not chained yet.` : '';
  const erased = redacted > 0 ? ` ${redacted} ${redacted === 1 ? 'event' : 'events'} redacted.` : '';
  const text = `${checked} events are intact in ${chains.length} hash chains.${erased}${waiting}`;
  return [...orderOf('activity', found, text), ...steps];
}

const describeClockStep = (id: number, { number, minutes }: ClockStep): Finding => ({
  level: 'warning',
  subject: 'activity',
  text: `${chainName(id)}: the clock was set back by ${minutes} minutes between events ${number - 1} and ${number}.`,
});

const chainName = (id: number) => (id === noOrganisationChainId ? 'events without organisation' : `organisation ${id}`);

function describeBreak(id: number, firstNo: number, { kind, number }: ChainBreak): string {
  if (kind === 'removed' && firstNo > 0 && number === firstNo)
    return `${chainName(id)}: the start of the hash chain is not proven. Check that PLATFORM_SECRET is the one that wrote these data`;
  const words = {
    changed: 'was changed',
    removed: 'is missing',
    added: 'was added',
    cut_off: 'and the later ones are missing',
  };
  return `${chainName(id)}: event ${number} ${words[kind]}`;
}

async function verifyEvidence(db: Kysely<Database>, pepper: Pepper): Promise<Finding[]> {
  const files = await db
    .selectFrom('access_review_evidence')
    .select(['review_id', 'kind'])
    .orderBy('review_id')
    .execute();
  const found: string[] = [];
  for (const { review_id, kind } of files) {
    const file = await readEvidence({ db, pepper }, review_id, kind);
    if (file && !file.isUnchanged)
      found.push(`the ${kind.toUpperCase()} file of access review ${review_id} was changed`);
  }
  return orderOf('evidence', found, `${files.length} files of access reviews are unchanged.`);
}

async function verifyCounts(db: Kysely<Database>): Promise<Finding[]> {
  const wrong = await sql<{ organisation: number; is: number; counted: number }>`
    with counted as (select ent_org_id, role_id, is_disabled, sum(users)::int as users from user_count group by 1, 2, 3),
    there as (select ent_org_id, coalesce(role_id, 0) as role_id, is_disabled, count(*)::int as users
      from ent_usr where ent_org_id is not null group by 1, 2, 3)
    select ent_org_id as organisation, coalesce(there.users, 0) as is, coalesce(counted.users, 0) as counted
    from counted full join there using (ent_org_id, role_id, is_disabled)
    where coalesce(counted.users, 0) <> coalesce(there.users, 0) order by 1 limit 5`.execute(db);
  const found = wrong.rows.map(
    ({ organisation, is, counted }) =>
      `organisation ${organisation} has ${is} users of a role and state, but ${counted} are counted`,
  );
  const position = await sql<{ is_behind: boolean }>`
    select coalesce((select max(position) from audit_entry), 0) > coalesce((select max(position) from audit_position), 0) as is_behind`.execute(
    db,
  );
  if (position.rows[0]?.is_behind) found.push('the stored position of the last event is behind the events');
  found.push(...(await findUsedIds(db)), ...(await findWrongCopies(db)));
  const rows = await sql<{ users: number; organisations: number; files: number }>`
    select (select count(*)::int from ent_usr) as users, (select count(*)::int from ent_org) as organisations,
      (select count(*)::int from stored_file) as files`.execute(db);
  const { users = 0, organisations = 0, files = 0 } = rows.rows[0] ?? {};
  return orderOf('counts', found, `${organisations} organisations, ${users} users, ${files} images.`);
}

/** Derived data that differs. A user's text can be missing while its index is not built; an organisation's never. */
async function findWrongCopies(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ texts: number; organisations: number }>`
    select (select count(*)::int from ent_usr
        where folded_text is distinct from ${computedUserText}
          and (folded_text is not null or to_regclass('ent_usr_folded') is not null)) as texts,
      (select count(*)::int from ent_org
        where folded_text <> ${organisationSearchTextSql}) as organisations`.execute(db);
  const { texts = 0, organisations = 0 } = rows[0] ?? {};
  return [
    ...(texts > 0 ? [`the search text of ${texts} users is wrong`] : []),
    ...(organisations > 0 ? [`the search text of ${organisations} organisations is wrong`] : []),
  ];
}

/** Tables with a next id that is already used. */
async function findUsedIds(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_attribute inner join pg_class on pg_class.oid = attrelid
    where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r' and attidentity <> '' order by 1`.execute(
    db,
  );
  const found: string[] = [];
  for (const { table, column, sequence } of rows) {
    const used = await sql<{ used: boolean }>`
      select coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) > coalesce(pg_sequence_last_value(${sequence}::regclass), 0) as used`.execute(
      db,
    );
    if (used.rows[0]?.used) found.push(`the next id of ${table} is already used`);
  }
  return found;
}

const verifyReferences = async (db: Kysely<Database>): Promise<Finding[]> =>
  orderOf(
    'references',
    await findBrokenReferences(db),
    `All ${await countReferences(db)} references between tables are intact.`,
  );
