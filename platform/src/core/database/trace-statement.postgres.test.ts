import type { Span, SpanFacts } from '@console/server-base/traces';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { addUsers } from '../../testing/users.ts';
import { runInSpan } from '../base/request-span.ts';
import { traceStatement } from './trace-statement.ts';

interface Added extends SpanFacts {
  name: string;
  ms: number;
}
const added: Added[] = [];
/** A span that stores the steps added to it. */
const span: Span = {
  traceId: null,
  traceparent: '',
  child: () => span,
  add: (name, ms, facts) => void added.push({ name, ms, ...facts }),
  end() {},
};
const traced = <T>(act: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => runInSpan(span, () => act().then(resolve, reject)));

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase({ onStatement: traceStatement });
});
beforeEach(() => {
  added.length = 0;
});
afterAll(() => db.destroy());

const email = 'odd+person@a.example';

test('TRACE-2 the statements of a request are steps of it, transactions too, with their first table and their time', async () => {
  await traced(() => db.transaction().execute((trx) => addUsers(trx, null, [{ email }])));
  expect(added.map(({ name }) => name)).toEqual(['begin', 'insert ent_usr', 'commit']);
  await traced(() => db.selectFrom('ent_usr').select('id').where('email', '=', email).execute());
  await traced(() => sql`select (select max(id) from session) from ent_org limit 0`.execute(db));
  await traced(() => sql`select pg_sleep(0.02)`.execute(db));
  expect(added.slice(3).map(({ name }) => name)).toEqual(['select ent_usr', 'select ent_org', 'select']);
  expect(added.at(-1)).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.text': 'select pg_sleep(0.02)' });
  expect(added.at(-1)?.ms).toBeGreaterThan(15);
});

test('TRACE-4 a statement shows places instead of values, and a failed one its code and not its message', async () => {
  const add = () => addUsers(db, null, [{ email: `2${email}` }]);
  await traced(add);
  await expect(traced(add)).rejects.toThrow('unique');
  expect(added.map((one) => one['error.type'])).toEqual([undefined, '23505']);
  expect(added[0]?.['db.query.text']).toMatch(/^insert into "ent_usr" .* values \(\$1, /);
  expect(JSON.stringify(added)).not.toContain('person');
});

test('TRACE-2 what no request has asked for is in no trace', async () => {
  await db.selectFrom('ent_usr').select('id').execute();
  expect(added).toEqual([]);
});
