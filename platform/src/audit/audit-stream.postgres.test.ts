import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { chainAuditEvents } from './audit-chain.ts';
import { type AuditCursor, beginAuditStream, readAuditBatch } from './audit-stream.ts';

const platform = useTestPlatform();

const add = (count = 1) =>
  sql`insert into audit_entry (at, via, action, event, target_type, subject_org_id)
    select now(), 'system', 'x', 'access:request', 'call', nullif(n % 2, 0)
    from generate_series(1, ${count}::int) as n`.execute(platform.db);
const chain = async () => {
  while ((await chainAuditEvents(platform.db)) > 0);
};
const read = (cursor: AuditCursor) => readAuditBatch(platform.db, cursor);
const numbers = ({ events }: Awaited<ReturnType<typeof read>>) => events.map(({ line }) => JSON.parse(line).number);

test('SIEM-1 the stream has every event, of all organisations and of none, also those without a type in the feed', async () => {
  const start = await beginAuditStream(platform.db, { atStart: false });
  const { apiKey: key } = await platform.signIn('orgA');
  const { email, id } = platform.users.orgA;
  await platform.call('POST /login', { body: { api: true, ent_usr: { email, password: 'Wrong-passw0rd' } } });
  await platform.call('POST /consoles/logout_api_user', { key, headers: { 'x-request-id': 'a-request-of-1-test' } });
  await add();
  await chain();
  const stored = await platform.db.selectFrom('audit_entry').selectAll().orderBy('position').execute();
  const batch = await read(start);
  const events = batch.events.map(({ line }) => JSON.parse(line));
  expect(events.map((event) => [event.id, event.number, event.chain.hash])).toEqual(
    stored
      .filter(({ position }) => Number(position) > start.number)
      .map((row) => [`${row.id}`, row.position, row.hash]),
  );
  expect(events.find(({ action }) => action === 'SESSION_SIGN_OUT')).toMatchObject({
    type: null,
    outcome: 'DONE',
    via: 'rest',
    operator: null,
    organisationId: String(platform.orgs.A),
    actor: { kind: 'PERSON', userId: String(id), clientAddress: '127.0.0.1' },
    refusal: null,
  });
  expect(events.find(({ outcome }) => outcome === 'REFUSED')).toMatchObject({
    type: 'sign_in.refused',
    action: 'SESSION_SIGN_IN',
    target: { kind: 'USER', id: String(id) },
    refusal: { action: 'SESSION_SIGN_IN', code: 'INVALID_CREDENTIALS', count: 1 },
  });
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${email}|Passw0rd|${key}`, 'i'));
  expect(batch.missing).toBe(0);
  expect(await read(batch.cursor)).toMatchObject({ events: [], missing: 0, cursor: batch.cursor, hasNext: false });
});

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Compares the names of a line with those of the schema. */
function expectNames(value: unknown, { properties, items }: Schema): void {
  if (Array.isArray(value) && items) for (const one of value) expectNames(one, items);
  if (!properties || value === null) return;
  expect(Object.keys(value as object).sort()).toEqual(Object.keys(properties).sort());
  for (const [name, one] of Object.entries(value as object)) expectNames(one, properties[name] ?? {});
}

test('SIEM-1 a line has the fields of the schema in the guide', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating/audit-stream.md'), 'utf8');
  const schema = JSON.parse(/<!-- audit-stream -->\n(.*?)\n<!-- \/audit-stream -->/s.exec(guide)?.[1] ?? '') as Schema;
  const start = await beginAuditStream(platform.db, { atStart: false });
  const { email, id } = platform.users.orgA;
  await platform.call('POST /login', { body: { api: true, ent_usr: { email, password: 'Wrong-passw0rd' } } });
  await sql`insert into audit_entry (at, via, action, event, target_type, target_id, before, after)
    values (now(), 'session', 'users:edit', 'users:edit', 'ent_usr', ${String(id)}, '{"lastname": "A"}', '{"lastname": "B"}')`.execute(
    platform.db,
  );
  await chain();
  const lines = (await read(start)).events.map(({ line }) => JSON.parse(line));
  expect(lines.map(({ changes, refusal }) => [changes.length, refusal !== null])).toEqual([
    [0, true],
    [1, false],
  ]);
  for (const line of lines) expectNames(line, schema);
});

test('SIEM-2 an event that is committed after a later one was read follows it, and long logs come in batches', async () => {
  const start = await beginAuditStream(platform.db, { atStart: false });
  const trx = await platform.db.startTransaction().execute();
  await sql`insert into audit_entry (at, via, action, event, target_type) values (now(), 'system', 'late', 'access:request', 'call')`.execute(
    trx,
  );
  await add(250);
  await chain();
  const first = await read(start);
  const second = await read(first.cursor);
  expect([first.events.length, first.hasNext, second.events.length, second.hasNext]).toEqual([200, true, 50, false]);
  await trx.commit().execute();
  await chain();
  const late = await read(second.cursor);
  expect(numbers(late)).toEqual([start.number + 251]);
  expect([first.missing, second.missing, late.missing]).toEqual([0, 0, 0]);
});

test('SIEM-6 events that were deleted before they were read are counted, but not those of before the reader began', async () => {
  await add(10);
  await chain();
  const start = await beginAuditStream(platform.db, { atStart: false });
  const whole = await beginAuditStream(platform.db, { atStart: true });
  await add(10);
  await chain();
  await sql`delete from audit_entry where position in (${start.number - 3}, ${start.number + 2}, ${start.number + 3})`.execute(
    platform.db,
  );
  const rest = await read(start);
  expect([rest.events.length, rest.missing]).toEqual([8, 2]);
  const fromStart = await read(whole);
  expect([numbers(fromStart).at(-1), fromStart.missing]).toEqual([start.number + 10, 2]);
  await sql`delete from audit_entry where position > ${start.number}`.execute(platform.db);
  const none = await read(start);
  expect(none).toMatchObject({ events: [], missing: 10, cursor: { number: start.number + 10, hash: null } });
  expect(await read(none.cursor)).toMatchObject({ events: [], missing: 0, isOther: false });
});

test('SIEM-7 a cursor of another database, or of a later state of this one, is found', async () => {
  await add(5);
  await chain();
  const start = await beginAuditStream(platform.db, { atStart: false });
  expect((await read(start)).isOther).toBe(false);
  expect((await read({ ...start, number: start.number + 1 })).isOther).toBe(true);
  expect((await read({ ...start, hash: 'of another one' })).isOther).toBe(true);
  // If retention has deleted the event, nothing is reported.
  await sql`delete from audit_entry where position = ${start.number}`.execute(platform.db);
  expect((await read(start)).isOther).toBe(false);
});
