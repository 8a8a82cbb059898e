/** `npm run bench -- activity`: pages of the activity over ten million events on PostgreSQL, as the platform's store asks for them. */
import { auditActions, auditChannels } from '../../contract/src/audit-actions.ts';
import { type AuditFilter, type AuditOrder, findAuditEvents } from '../../platform/src/audit/audit.store.ts';
import { openDatabase, runSqlScript } from '../../platform/src/core/database/database.ts';
import type { PageRange } from '../../platform/src/core/database/list.ts';
import { runOn } from '../../platform/src/testing/postgres-server.ts';
import { readNumbers, readOrPrintUsage } from '../options.ts';
import { filledOnPostgres } from './databases.ts';

const usage = 'npm run bench -- activity [--events 10000000] [--organisations 1000] [--rounds 200]';

const usersOfEach = 10;
/** One event in a hundred thousand has the rare action. */
const rareAction = 'organisations:disable';

function readOptions(args: string[]) {
  const { events, organisations, rounds } = readNumbers(args, {
    events: 10_000_000,
    organisations: 1_000,
    rounds: 200,
  });
  return { events: Math.ceil(events), organisations: Math.ceil(organisations), rounds: Math.ceil(rounds) };
}

type Options = ReturnType<typeof readOptions>;
type Database = Awaited<ReturnType<typeof openDatabase>>;

const listOf = (names: readonly string[]) => `'{${names.join(',')}}'::text[]`;
const oneOf = (names: readonly string[], by: string) => `(${listOf(names)})[1 + (${by}) % ${names.length}]`;
const frequent = auditActions.filter((action) => action !== rareAction);

/** Three years of events, a tenth of them in the first organisation. Indexes are made afterwards, which is faster. */
const statements = ({ events, organisations }: Options): string[] => [
  'set statement_timeout = 0',
  `create temporary table made_later as select indexname, indexdef from pg_indexes
    where tablename = 'audit_entry' and indexname <> 'audit_entry_pkey'`,
  `do $$ declare one record; begin
    for one in select * from made_later loop execute format('drop index %I', one.indexname); end loop; end $$`,
  `insert into audit_entry (at, ent_usr_id, ent_org_id, via, action, event, code, target_type, target_id, before, after,
      request_id, client_address, actor_role, subject_org_id, position, chain_id, chain_no, hash)
    select at, actor, org, via, action, action, code, 'ent_usr', (n * 7 % ${organisations * usersOfEach} + 1)::text,
      '{"firstname": "Before"}', '{"firstname": "After"}', gen_random_uuid()::text, '192.0.2.1', 'ORGANISER', org, n, org, n,
      md5(n::text) || md5(n::text)
    from (select n, now() - interval '1095 days' * (1 - n / ${events}::float) as at,
        case when n % 10 = 0 then 1 else n % ${organisations} + 1 end as org,
        n % ${organisations * usersOfEach} + 1 as actor, ${oneOf(auditChannels, 'n * 11')} as via,
        case when n % 100000 = 0 then '${rareAction}' else ${oneOf(frequent, 'n * 13')} end as action,
        case when n % 50 = 7 then 'FORBIDDEN' end as code
      from generate_series(1, ${events}) n) made`,
  `do $$ declare one record; begin
    for one in select * from made_later loop execute one.indexdef; end loop; end $$`,
  'analyze audit_entry',
];

interface Question {
  what: string;
  filter: () => AuditFilter;
  range?: () => Partial<PageRange>;
  order?: AuditOrder;
}

const newest: AuditOrder = { by: 'at', direction: 'desc' };
const below = (most: number) => 1 + Math.floor(Math.random() * most);

function questionsOf({ events, organisations }: Options): Question[] {
  const organisationId = () => below(organisations);
  const user = () => below(organisations * usersOfEach);
  const place = () => {
    const id = below(events);
    const ageMs = 1_095 * 86_400_000 * (1 - id / events);
    return { values: [new Date(Date.now() - ageMs).toISOString()], id };
  };
  const middle = () => ({ after: place() });
  const week = () => {
    const { values } = place();
    const from = new Date(String(values[0]));
    return { from: from.toISOString(), to: new Date(from.getTime() + 7 * 86_400_000).toISOString() };
  };
  const inOrder = () => {
    const id = below(events);
    return { after: { values: [id], id } };
  };
  return [
    { what: 'first page', filter: () => ({}) },
    { what: 'last page', filter: () => ({}), range: () => ({ last: true }) },
    { what: 'page in the middle', filter: () => ({}), range: middle },
    {
      what: 'recording order, in the middle',
      filter: () => ({}),
      range: inOrder,
      order: { by: 'position', direction: 'asc' },
    },
    { what: 'organisation', filter: () => ({ organisationId: organisationId() }) },
    { what: 'organisation, in the middle', filter: () => ({ organisationId: organisationId() }), range: middle },
    { what: 'largest organisation, in the middle', filter: () => ({ organisationId: 1 }), range: middle },
    { what: 'user as target', filter: () => ({ target: { type: 'ent_usr', id: String(user()) } }) },
    { what: 'user as actor', filter: () => ({ actorId: user() }) },
    { what: 'action', filter: () => ({ actions: ['users:edit'] }), range: middle },
    { what: 'rare action', filter: () => ({ actions: [rareAction] }) },
    { what: 'three actions', filter: () => ({ actions: ['users:edit', 'sso:edit', rareAction] }) },
    { what: 'way', filter: () => ({ channels: ['bearer'] }), range: middle },
    { what: 'refused', filter: () => ({ isRefused: true }), range: middle },
    { what: 'done', filter: () => ({ isRefused: false }) },
    { what: 'a week', filter: week },
    { what: 'organisation and action', filter: () => ({ organisationId: organisationId(), actions: ['users:edit'] }) },
    { what: 'organisation and refused', filter: () => ({ organisationId: organisationId(), isRefused: true }) },
    {
      what: 'organisation and rare action',
      filter: () => ({ organisationId: organisationId(), actions: [rareAction] }),
    },
    { what: 'largest organisation and rare action', filter: () => ({ organisationId: 1, actions: [rareAction] }) },
  ];
}

/** The time of which a share of the given times is below. */
const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0;

async function timesOf(db: Database, { filter, range, order = newest }: Question, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = { limit: 25, ...range?.() };
    const began = performance.now();
    await findAuditEvents(db, 'any', filter(), order, page as PageRange & { limit: number });
    times.push(performance.now() - began);
  }
  return times;
}

/** Fills a database, and prints how long each page takes. Returns the exit code. */
export async function activity(args: string[]): Promise<number> {
  const options = readOrPrintUsage(usage, () => readOptions(args));
  if (options === null) return 2;
  const sizes = { first: usersOfEach, second: usersOfEach, others: usersOfEach, inactiveShare: 0 };
  const filled = await filledOnPostgres({ organisations: options.organisations, ...sizes });
  const db = await openDatabase({ databaseUrl: filled.settings.DATABASE_URL ?? '' });
  try {
    const began = performance.now();
    await runSqlScript(db, statements(options).join(';\n'));
    console.log(
      `${options.events.toLocaleString('en')} events in ${Math.round((performance.now() - began) / 1_000)} s`,
    );
    const [size] = await runOn<{ bytes: string }>(
      filled.settings.DATABASE_URL ?? '',
      `select pg_total_relation_size('audit_entry') / ${options.events} as bytes`,
    );
    console.log(`an event with its indexes: ${size?.bytes} bytes`);
    console.log('\n| page of 25 | p50 | p95 |\n|---|---|---|');
    for (const question of questionsOf(options)) {
      const times = await timesOf(db, question, options.rounds);
      const [p50, p95] = [0.5, 0.95].map((share) => `${percentile(times, share).toFixed(1)} ms`);
      console.log(`| ${question.what} | ${p50} | ${p95} |`);
    }
    return 0;
  } finally {
    await db.destroy();
    await filled.remove();
  }
}
