import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { startLine } from '../../testing/frozen-line.ts';
import { connectServer, isDatabaseUnavailable, openDatabase } from './database.ts';
import type { Database } from './schema.ts';
import { isConnectionLost, OutageWatch } from './short-outages.ts';

const line = await startLine(inject('postgresUrl'));
const said: unknown[][] = [];
let own: Kysely<Database>;
let db: Kysely<Database>;

beforeAll(async () => {
  own = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(own);
  const outages = {
    lost: () => said.push(['lost']),
    away: () => said.push(['away']),
    back: (seconds: number) => said.push(['back', seconds]),
  };
  db = await openDatabase({ databaseUrl: line.urlOf(rows[0]?.name ?? ''), outages });
  // A commit of a row called "slow" takes as long as a statement of slow(...).
  await sql`create table done (name text)`.execute(own);
  await sql`create function slow(name text) returns text language sql volatile as 'select name from pg_sleep(0.5)'`.execute(
    own,
  );
  await sql`create function wait_at_commit() returns trigger language plpgsql as
    'begin if new.name = ''slow'' then perform pg_sleep(0.5); end if; return null; end'`.execute(own);
  await sql`create constraint trigger waits after insert on done deferrable initially deferred
    for each row execute function wait_at_commit()`.execute(own);
});
beforeEach(async () => {
  line.cut(false);
  await sql`select 1`.execute(db);
  await expect.poll(() => isQuiet()).toBe(true);
  await sql`delete from done`.execute(own);
  said.length = 0;
});
afterAll(async () => {
  await db.destroy();
  line.close();
  await own.destroy();
});

/** Whether the end of the previous test's outage was reported. */
const isQuiet = () => said.length === 0 || said.at(-1)?.[0] !== 'away';
const read = () => sql<{ one: number }>`select 1 as one`.execute(db);
const write = (name: string, by: Kysely<Database> = db) => sql`insert into done values (${name})`.execute(by);
/** Takes half a second, so that the line is cut during it. */
const writeSlowly = (name: string, by: Kysely<Database> = db) => sql`insert into done select slow(${name})`.execute(by);
const namesOf = async () =>
  (await sql<{ name: string }>`select name from done order by name`.execute(own)).rows.map(({ name }) => name);
const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : String(error)),
  );
/** Cuts the line during the work. */
async function cutDuring(work: () => Promise<unknown>): Promise<string> {
  const result = settle(work());
  await delay(200);
  line.cut(true);
  await delay(100);
  line.cut(false);
  return result;
}

test('OUTAGE-1 reads, writes and transactions that arrive while the server is away for a moment wait, and are done once', async () => {
  line.cut(true);
  const results = [
    read(),
    write('alone'),
    db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await write('in a transaction', trx);
    }),
  ].map(settle);
  await delay(300);
  line.cut(false);
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
  expect(await namesOf()).toEqual(['alone', 'in a transaction']);
  await expect.poll(() => said.length).toBe(2);
  expect(said).toEqual([['away'], ['back', expect.any(Number)]]);
});

test('OUTAGE-2 a read and the first statement of a transaction that are lost with their connection are sent once more', async () => {
  expect(await cutDuring(() => sql`select slow('read')`.execute(db))).toBe('done');
  expect(
    await cutDuring(() =>
      db.transaction().execute(async (trx) => {
        await writeSlowly('first', trx);
        await write('second', trx);
      }),
    ),
  ).toBe('done');
  expect(await namesOf()).toEqual(['first', 'second']);
});

test.each([
  { what: 'a write outside of a transaction', work: () => writeSlowly('alone'), names: [['alone']] },
  {
    what: 'a later statement of a transaction',
    work: () =>
      db.transaction().execute(async (trx) => {
        await write('first', trx);
        await writeSlowly('second', trx);
      }),
    names: [[]],
  },
  { what: 'a commit', work: () => db.transaction().execute((trx) => write('slow', trx)), names: [['slow']] },
])(
  'OUTAGE-3 $what that is lost with its connection fails as an outage and is not sent again',
  async ({ work, names }) => {
    expect(await cutDuring(work)).toBe('unavailable');
    // The server completes the statements that it has received.
    await delay(700);
    expect(names).toContainEqual(await namesOf());
    expect(await settle(read())).toBe('done');
  },
);

test('OUTAGE-4 a statement fails after two seconds, more than 500 that wait fail at once, and all who wait look for the server together', async () => {
  line.cut(true);
  await settle(read());
  const before = line.accepted();
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: 520 }, async () => {
      expect(await settle(read())).toBe('unavailable');
      return performance.now() - began;
    }),
  );
  expect(times.filter((ms) => ms < 1_950)).toHaveLength(20);
  // One connection for each of the 520 reads, and a check every quarter of a second.
  expect(line.accepted() - before).toBeLessThan(520 + 100);
  expect(said).toEqual([['away']]);
});

test('OUTAGE-5 a connection that ends alone is said once, and is no outage', async () => {
  await Promise.all([read(), read(), read()]);
  line.cut(true);
  line.cut(false);
  await expect.poll(() => said.length).toBe(1);
  expect(await settle(read())).toBe('done');
  expect(said).toEqual([['lost']]);
});

test('OUTAGE-5 a server that refuses a connection for another reason is there', async () => {
  const heard: string[] = [];
  const report = { lost: () => heard.push('lost'), away: () => heard.push('away'), back: () => heard.push('back') };
  const watch = new OutageWatch({ connectionString: line.urlOf('no_such_database') }, report);
  await watch.noteLost(new Error('Connection terminated'));
  expect(heard).toEqual(['lost']);
});

test('OUTAGE-6 nothing waits for a replica that is away: the primary does its work', async () => {
  const replica = connectServer({ databaseUrl: line.urlOf('postgres'), isReplaceable: true });
  line.cut(true);
  const began = performance.now();
  expect(await settle(sql`select 1`.execute(replica))).toBe('unavailable');
  expect(performance.now() - began).toBeLessThan(1_900);
  await replica.destroy();
});

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'EHOSTUNREACH' }, true],
  [{ code: 'ENOENT', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [{ code: '57P01' }, true],
  [{ code: '57P03' }, true],
  [{ code: '08P01' }, true],
  [{ code: '57014' }, false],
  [{ code: '25006' }, false],
  [{ code: '40P01' }, false],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, false],
])('OUTAGE-1 an error with %o is a lost connection: %s', (error, expected) => {
  expect(isConnectionLost(error)).toBe(expected);
});
