import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { chainAuditEvents } from '../audit/audit-chain.ts';
import { valuesOfPeople } from '../audit/values-of-people.ts';
import { createPepper } from '../core/base/keys.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { continueErasures } from './continue-erasures.ts';
import { countErasureChanges } from './count-erasure-changes.ts';
import { eraseUsers } from './erase-users.ts';

const folder = await mkdtemp(join(tmpdir(), 'erasures-'));
const platform = useTestPlatform();
afterAll(() => rm(folder, { recursive: true }));

const services = () => ({
  db: platform.db,
  clock: platform.now,
  pepper: createPepper(['a secret of the tests '.repeat(2)]),
  settings: { databaseUrl: undefined, erasedIds: join(folder, 'erased-ids.jsonl') },
});
const erase = (name: UserName) =>
  eraseUsers(services(), (one) => platform.db.transaction().execute((trx) => one(trx, [platform.users[name].id])));
const addEvent = async (event: {
  before?: object;
  after?: object;
  target?: [type: string, id: number];
  of?: number;
  by?: number;
  action?: string;
}) => {
  const { before = null, after = null, target: [type, id] = ['ent_org', 0], action = 'users:edit' } = event;
  const json = (value: object | null) => value && JSON.stringify(value);
  const { rows } = await sql<{ id: number }>`
    insert into audit_entry (at, via, action, event, target_type, target_id, subject_org_id, ent_usr_id, before, after)
    values (${platform.now()}, 'system', ${action}, ${action}, ${type}, ${String(id)}, ${event.of ?? platform.orgs.B}::int,
      ${event.by ?? null}::int, ${json(before)}, ${json(after)}) returning id`.execute(platform.db);
  platform.moveClock(1_000);
  return Number(rows[0]?.id);
};
const eventOf = async (id: number) => {
  const { before, after } = await platform.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...(before as object | null), ...(after as object | null) };
};

test('PRIVACY-35 an earlier address counts once the person has signed in with it, unless another user has it now', async () => {
  const { users, db } = platform;
  const target: ['ent_usr', number] = ['ent_usr', users.disA.id];
  const signIn = () => addEvent({ action: 'session:signIn', target, by: users.disA.id, of: platform.orgs.A });
  // An Organiser set the address for a short time; now it belongs to another user.
  for (const email of ['chief@b.example', 'used@b.example', users.orgB.email]) {
    if (email !== 'chief@b.example') await signIn();
    await addEvent({ target, of: platform.orgs.A, before: { email }, after: { email: users.disA.email } });
  }
  const [unused, used, other, own] = await Promise.all(
    ['chief@b.example', 'used@b.example', users.orgB.email, users.disA.email].map((email) =>
      addEvent({ after: { text: `Write to ${email}, please`, with: email } }),
    ),
  );
  await erase('disA');
  await continueErasures(services());
  const gone = { text: null, with: null };
  expect([await eventOf(used ?? 0), await eventOf(own ?? 0)]).toEqual([gone, gone]);
  expect(await eventOf(unused ?? 0)).toMatchObject({ with: 'chief@b.example' });
  expect(await eventOf(other ?? 0)).toMatchObject({ with: users.orgB.email });
  expect((await db.selectFrom('erased_user').select('pending').execute())[0]).toEqual({ pending: null });
});

test('PRIVACY-35 attack: an address that was only typed into the own organisation is searched for in no other', async () => {
  const { users, orgs, db } = platform;
  await sql`update ent_usr set password_hash = null, is_disabled = true where id = ${users.disA.id}::int`.execute(db);
  await sql`insert into invitation (ent_org_id, ent_usr_id, kind, requester_id, sent_at)
    values (${orgs.A}, ${users.disA.id}, 'user', ${users.orgA.id}, ${platform.now()})`.execute(db);
  const after = { department_name: 'disa@a.example' };
  const [own, other] = [await addEvent({ after, of: orgs.A }), await addEvent({ after })];
  await sql`insert into mail (recipient, subject, created_at) values ('disa@a.example', 'Hello', ${platform.now()})`.execute(
    db,
  );
  await sql`update ent_usr set supervisor = 'disa@a.example' where id in (${users.audA.id}, ${users.orgB.id})`.execute(
    db,
  );
  await erase('disA');
  await continueErasures(services());
  expect([await eventOf(own), await eventOf(other)]).toEqual([{ department_name: null }, after]);
  expect(await db.selectFrom('mail').select('recipient').execute()).toEqual([{ recipient: 'disa@a.example' }]);
  const { rows } = await sql<{ supervisor: string }>`
    select supervisor from ent_usr where id in (${users.audA.id}, ${users.orgB.id}) order by id`.execute(db);
  expect(rows).toEqual([{ supervisor: users.audA.email }, { supervisor: 'disa@a.example' }]);
});

test('PRIVACY-35 of events about a person or their rows the texts go and codes stay, of keys of an organisation or of another user nothing goes', async () => {
  const { users, orgs, db } = platform;
  const mapping = await addUserMapping(db, users.disA.id, orgs.B, { activated: true });
  const key = await db
    .insertInto('api_key')
    .values({
      owner_org_id: orgs.A,
      role: 'ORGANISER',
      created_by: users.disA.id,
      name: 'Sync',
      key_hash: 'k',
      scopes: [],
      created_at: platform.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: keyOfAnother } = await db
    .insertInto('api_key')
    .values({
      ent_usr_id: users.orgA.id,
      name: 'Phone',
      key_hash: 'of another',
      scopes: [],
      created_at: platform.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const by = users.disA.id;
  const events = [
    [{ target: ['api_key', keyOfAnother], by, after: { list: '192.0.2.0/24' } }, { list: '192.0.2.0/24' }],
    [
      { target: ['user_mapping', mapping], after: { reason: 'on leave', status: 'ended' } },
      { reason: null, status: 'ended' },
    ],
    [
      { target: ['api_key', 999], by, after: { name: 'Laptop', scopes: ['read'] } },
      { name: null, scopes: ['read'] },
    ],
    [{ target: ['api_key', Number(key.id)], by, after: { name: 'Sync' } }, { name: 'Sync' }],
    [{ target: ['ent_org', orgs.B], by, after: { industry: 'Retail' } }, { industry: 'Retail' }],
    [
      { target: ['ent_usr', by], after: { designation: 'CISO', role_id: 4 } },
      { designation: null, role_id: 4 },
    ],
  ] as const;
  const ids = await Promise.all(events.map(([event]) => addEvent({ ...event, target: [...event.target] })));
  await erase('disA');
  await continueErasures(services());
  for (const [place, [, left]] of events.entries()) expect(await eventOf(ids[place] ?? 0)).toEqual(left);
});

test('PRIVACY-36 an erasure that was interrupted continues with the part that was not done', async () => {
  const { users, db } = platform;
  const after = { firstname: users.disA.email };
  await sql`insert into audit_entry (at, via, action, event, target_type, subject_org_id, after)
    select ${platform.now()}, 'system', 'users:edit', 'users:edit', 'ent_org', ${platform.orgs.B}, ${JSON.stringify(after)}::jsonb
    from generate_series(1, 1001)`.execute(db);
  const left = async () =>
    (await db.selectFrom('audit_entry').select('id').where(sql<boolean>`after::text like '%disa@a.example%'`).execute())
      .length;
  await erase('disA');
  const last = await addEvent({ after });
  await sql`create function testing_stop() returns trigger language plpgsql as $$ begin
    if new.id = ${sql.lit(last)} and new.erased is not null then raise 'stopped'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger testing_stop before update on audit_entry for each row execute function testing_stop()`.execute(
    db,
  );
  try {
    await expect(continueErasures(services())).rejects.toThrow('stopped');
  } finally {
    await sql`drop trigger testing_stop on audit_entry`.execute(db);
    await sql`drop function testing_stop`.execute(db);
  }
  expect(await left()).toBe(2);
  const { position } = await db.selectFrom('erased_user').select('position').executeTakeFirstOrThrow();
  expect(position).toBe(1_000);
  await continueErasures(services());
  expect(await left()).toBe(0);
});

test('PRIVACY-28 what an erasure will change is counted by kind, in all organisations', async () => {
  const { users, orgs, db } = platform;
  expect(await countErasureChanges(db, users.disA.id)).toEqual([]);
  await addUserMapping(db, users.disA.id, orgs.B, { activated: true });
  await addEvent({ target: ['ent_usr', users.disA.id] });
  await addEvent({ by: users.disA.id });
  await addEvent({ after: { text: 'Ask "disa@a.example".' } });
  await addEvent({ after: { text: 'Ask notdisa@a.example or disa@a.example.org' } });
  await sql`update ent_usr set supervisor = 'DisA@a.example' where id = ${users.orgB.id}`.execute(db);
  await sql`insert into mail (recipient, recipient_id, subject, created_at)
    values ('x@y.example', ${users.disA.id}, 'Hello', ${platform.now()})`.execute(db);
  while ((await chainAuditEvents(db)) > 0);
  expect(await countErasureChanges(db, users.disA.id)).toEqual([
    { kind: 'INVITATIONS', count: 1 },
    { kind: 'EMAILS', count: 1 },
    { kind: 'SUPERVISED_USERS', count: 1 },
    { kind: 'EVENTS', count: 2 },
    { kind: 'OTHER_EVENTS', count: 1 },
  ]);
});

test.each(["'disa@a.example", 'b|disa@a.example', '{disa@a.example', 'disa@a.example!'])(
  'PRIVACY-35 the address %s of another person, which has that of the erased one in it, stays',
  async (email) => {
    const other = await addEvent({ after: { email } });
    const own = await addEvent({
      after: { text: "Ask 'disA@a.example', please", list: '{a@b.example|disa@a.example}!' },
    });
    await erase('disA');
    await continueErasures(services());
    expect([await eventOf(other), await eventOf(own)]).toEqual([{ email }, { text: null, list: null }]);
  },
);

test('PRIVACY-36 attack: long texts without an address take no time', () => {
  const erases = valuesOfPeople([
    { id: 1, emails: ['a@b.example'], organisationId: null, rows: new Set(), emailHashes: new Set() },
  ]);
  const event = { ent_usr_id: null, target_type: 'ent_org', target_id: '1', subject_org_id: 1, code: null };
  const start = performance.now();
  for (const value of ['x'.repeat(50_000), `a@${'.'.repeat(50_000)}x`])
    expect(erases({ column: 'after', path: ['text'], value }, { ...event, email_hash: null })).toBe(false);
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('PRIVACY-36 erasing that is requested while it runs does not run twice', async () => {
  await erase('disA');
  const first = continueErasures(services());
  expect(continueErasures(services())).toBe(first);
  await first;
  const next = continueErasures(services());
  expect(next).not.toBe(first);
  await next;
});

test('PRIVACY-36 an erasure that has begun ends before a later one begins, so that no number of later ones delays it', async () => {
  const { users, db } = platform;
  await addEvent({ target: ['ent_usr', users.disA.id], after: { firstname: 'Dis' } });
  while ((await chainAuditEvents(db)) > 0);
  await erase('disA');
  await sql`update erased_user set position = 1`.execute(db);
  await erase('audA');
  await sql`create function testing_stop() returns trigger language plpgsql as $$ begin
    if new.pending is null then raise 'stopped'; end if; return new; end $$`.execute(db);
  await sql`create trigger testing_stop before update on erased_user for each row execute function testing_stop()`.execute(
    db,
  );
  try {
    await expect(continueErasures(services())).rejects.toThrow('stopped');
  } finally {
    await sql`drop trigger testing_stop on erased_user`.execute(db);
    await sql`drop function testing_stop`.execute(db);
  }
  const { position } = await db
    .selectFrom('erased_user')
    .select('position')
    .where('ent_usr_id', '=', users.audA.id)
    .executeTakeFirstOrThrow();
  expect(position).toBe(0);
});
