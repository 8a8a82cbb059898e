import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { demoNow } from '../testing/demo-now.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { eraseAgain } from './erase-again.ts';
import { eraseUsers } from './erase-users.ts';
import {
  type ErasedId,
  erasedId,
  readErasedIds,
  readErasedLines,
  renewErasedIds,
  requireErased,
} from './erased-ids.ts';

const folder = await mkdtemp(join(tmpdir(), 'erased-ids-'));
const erasedIds = join(folder, 'erased-ids.jsonl');
const platform = useTestPlatform({ settings: { erasedIds } });
const secret = 'a secret of the tests '.repeat(2).trim();
const pepper = createPepper([secret]);
const after = (minutes: number) => new Date(demoNow.getTime() + minutes * 60_000).toISOString();
const at = after(1);

beforeEach(() => rm(erasedIds, { force: true }));
afterAll(() => rm(folder, { recursive: true }));

const again = () =>
  eraseAgain(
    { db: platform.db, clock: platform.now, pepper, isEmbedded: false },
    { path: erasedIds, operator: 'root' },
  );
const userOf = (name: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[name].id).executeTakeFirstOrThrow();
const write = (...lines: object[]) => writeFile(erasedIds, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const erase = async (by: UserName, name: UserName, { confirmed = true, email = platform.users[name].email } = {}) => {
  const { apiKey: key } = await platform.signIn(by);
  if (confirmed)
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return platform.call('POST /consoles/ext/erase_person', { key, body: { user_id: platform.users[name].id, email } });
};

test('PRIVACY-22 only an Administrator erases, with their password and the email of the user, a deactivated user without duties', async () => {
  const { db, users, orgs } = platform;
  for (const [by, name, options, status] of [
    ['orgA', 'disA', {}, 403],
    ['arc', 'disA', {}, 403],
    ['adm', 'adm', {}, 403],
    ['adm', 'disA', { confirmed: false }, 422],
    ['adm', 'disA', { email: users.audA.email }, 422],
    ['adm', 'audA', {}, 409],
  ] as const)
    expect([by, name, (await erase(by, name, options)).statusCode]).toEqual([by, name, status]);
  await db.insertInto('responder').values({ ent_usr_id: users.disA.id, kind: 'arc' }).execute();
  expect((await erase('adm', 'disA')).statusCode).toBe(409);
  await db.deleteFrom('responder').execute();
  // An external user without a home organisation.
  const times = { created_at: platform.now(), updated_at: platform.now() };
  const mapping = { ent_usr_id: users.nowhere.id, mapped_org_id: orgs.A, status: null, requester_id: null, ...times };
  await db
    .insertInto('user_mapping')
    .values({ ...mapping, activated: true })
    .execute();
  expect((await erase('adm', 'nowhere')).statusCode).toBe(409);
  await db.updateTable('user_mapping').set({ activated: false }).execute();
  for (const name of ['disA', 'nowhere'] as const) {
    expect((await erase('adm', name)).statusCode).toBe(200);
    expect(await userOf(name)).toMatchObject({ is_disabled: true, password_hash: null, erased_at: expect.any(Date) });
  }
  const { apiKey: key } = await platform.signIn('adm');
  const activate = { key, body: { userId: users.disA.id, is_disabled: false } };
  expect((await platform.call('POST /consoles/activate_deactivate_user', activate)).statusCode).toBe(409);
  expect((await readErasedIds(erasedIds, pepper)).map(({ id }) => id)).toEqual([users.disA.id, users.nowhere.id]);
});

test('PRIVACY-23 an erasure that is rolled back is withdrawn in the file, which the start then accepts', async () => {
  const { db } = platform;
  await sql`alter table audit_entry add constraint none check (action <> 'privacy:erase') not valid`.execute(db);
  try {
    expect((await erase('adm', 'disA')).statusCode).toBe(500);
  } finally {
    await sql`alter table audit_entry drop constraint none`.execute(db);
  }
  expect((await readFile(erasedIds, 'utf8')).match(/withdrawn/g)).toHaveLength(1);
  await requireErased(db, erasedIds, pepper);
  expect((await userOf('disA')).erased_at).toBeNull();
});

test('PRIVACY-23 of several erasures that are rolled back, those are withdrawn of which the user was not erased since', async () => {
  const { db, users, now } = platform;
  const services = { db, clock: now, pepper, settings: { databaseUrl: undefined, erasedIds } };
  const failed = eraseUsers(services, async (one) => {
    const both = [users.assA.id, users.audA.id];
    await expect(db.transaction().execute((trx) => one(trx, both).then(() => Promise.reject('stopped')))).rejects.toBe(
      'stopped',
    );
    await eraseUsers(services, (other) => db.transaction().execute((trx) => other(trx, [users.audA.id])));
    throw new Error('stopped');
  });
  await expect(failed).rejects.toThrow('stopped');
  await requireErased(db, erasedIds, pepper);
});

test('PRIVACY-24 PRIVACY-25 a database older than the file serves no one until erase-again ran, which also erases users who are active again', async () => {
  const { db, users } = platform;
  await requireErased(db, erasedIds, pepper);
  await write(...[users.assA.id, users.audA.id, 999_999].map((id) => erasedId(pepper, { id, at })));
  await expect(requireErased(db, erasedIds, pepper)).rejects.toThrow(
    /^The database is older than ERASED_IDS ".*": it has 2 users who were erased later\. Run erase-again .* --ignore-erasures\.$/,
  );
  expect(await again()).toMatch(/^Users erased again: 2 of 3 /);
  await requireErased(db, erasedIds, pepper);
  expect(await userOf('assA')).toMatchObject({ is_disabled: true, firstname: 'Erased user', erased_at: new Date(at) });
  expect(await platform.auditEntries('privacy:erase')).toMatchObject([
    { via: 'system', target_id: String(users.assA.id), after: { operator: 'root' } },
    { via: 'system', target_id: String(users.audA.id) },
  ]);
  expect(await again()).toMatch(/Nothing was changed/);
});

test('PRIVACY-26 a line that this console has not written erases no one, and lines stay valid when the secret changes', async () => {
  const { db, users } = platform;
  const line = erasedId(pepper, { id: users.assA.id, at });
  await write({ ...line, id: users.adm.id });
  await expect(again()).rejects.toThrow(
    /^Line 1 of ERASED_IDS .* is damaged, or was written with another PLATFORM_SECRET\./,
  );
  await expect(requireErased(db, erasedIds, pepper)).rejects.toThrow(/^Line 1 /);
  expect((await userOf('adm')).erased_at).toBeNull();
  // The line was cut off by a full disk, before the erasure committed.
  await writeFile(erasedIds, `${JSON.stringify(line)}\n{"id":`);
  const [old, both, next] = [[secret], ['b', secret], ['b']].map(createPepper);
  expect(await readErasedIds(erasedIds, old as typeof pepper)).toHaveLength(1);
  await renewErasedIds(db, erasedIds, both as typeof pepper);
  expect(await readErasedIds(erasedIds, next as typeof pepper)).toHaveLength(1);
  expect(await readFile(erasedIds, 'utf8')).not.toContain(line.proof);
});

test('PRIVACY-29 a user who was given the id of an erased one after a restore is not erased', async () => {
  const { db, users } = platform;
  expect((await erase('adm', 'disA')).statusCode).toBe(200);
  const [written] = await readErasedIds(erasedIds, pepper);
  expect(written).toMatchObject({ id: users.disA.id, created: (await userOf('disA')).created_at.toISOString() });
  expect(await readErasedLines(db)).toEqual([written]);
  // Microseconds, as in a database and for users that SQL creates; the file has milliseconds.
  await sql`update ent_usr set created_at = ${after(5)}::timestamptz + interval '0.000999 seconds'`.execute(db);
  const line = (name: UserName, times: Pick<ErasedId, 'at' | 'created'>) =>
    erasedId(pepper, { id: users[name].id, ...times });
  const same = line('assA', { at: after(9), created: after(5) });
  // The invited user is not an account yet: another organisation could take the row over, which resets the time.
  const takenOver = line('invited', { at: after(9), created: after(6) });
  const others = [
    line('assA', { at: after(10), created: after(4) }),
    line('invited', { at: after(10), created: after(4) }),
    line('audA', { at: after(10), created: after(4) }),
    line('orgA', { at: after(10), created: after(6) }),
    line('arc', { at: after(4) }),
  ];
  await write(...others);
  await requireErased(db, erasedIds, pepper);
  await write(same, takenOver, ...others);
  await expect(requireErased(db, erasedIds, pepper)).rejects.toThrow('it has 2 users who were erased later');
  await again();
  expect((await readErasedLines(db)).slice(1)).toEqual(expect.arrayContaining([same, takenOver]));
  expect(
    await db.selectFrom('ent_usr').select('id').where('erased_at', 'is not', null).orderBy('id').execute(),
  ).toEqual([users.disA, users.assA, users.invited].map(({ id }) => ({ id })).sort((a, b) => a.id - b.id));
});

test('PRIVACY-30 a torn last line is cut off before the next erasure, and a failed write leaves none', async () => {
  const { db, users } = platform;
  const text = `${JSON.stringify(erasedId(pepper, { id: 999_999, at }))}\n`;
  await writeFile(erasedIds, `${text}{"id":61`);
  expect((await erase('adm', 'disA')).statusCode).toBe(200);
  await requireErased(db, erasedIds, pepper);
  expect((await readErasedIds(erasedIds, pepper)).map(({ id }) => id)).toEqual([999_999, users.disA.id]);
  // The file size is limited to one block, so that only a part of the lines is written.
  await writeFile(erasedIds, text);
  const script = `
    import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
    import { appendErasedIds } from './erased-ids.ts';
    const db = new Kysely({ dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    } });
    const lines = Array(100).fill(${text});
    await appendErasedIds(db, ${JSON.stringify(erasedIds)}, lines).catch(({ code }) => console.log(code));`;
  const limited = ['-c', 'ulimit -f 1 && exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', script];
  expect(spawnSync('sh', limited, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout).toBe('EFBIG\n');
  expect(await readFile(erasedIds, 'utf8')).toBe(text);
});

test('PRIVACY-30 a file that root creates belongs to the account of its folder', async () => {
  // Other accounts cannot give a folder away.
  if (process.getuid?.() === 0) await chown(folder, 65_534, 65_534);
  expect((await erase('adm', 'disA')).statusCode).toBe(200);
  expect((await stat(erasedIds)).uid).toBe((await stat(folder)).uid);
});

test('PRIVACY-31 the ids of ERASED_IDS are not given again after a restore', async () => {
  const { db } = platform;
  const newId = async (email: string) => {
    const values = { email, created_at: platform.now(), updated_at: platform.now() };
    return (await db.insertInto('ent_usr').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const lines = [5000, 4000].map((id) => erasedId(pepper, { id, at }));
  await write(...lines);
  await requireErased(db, erasedIds, pepper);
  expect(await newId('a@a.example')).toBe(5001);
  await requireErased(db, erasedIds, pepper);
  expect(await newId('b@a.example')).toBe(5002);
  await write(...lines, erasedId(pepper, { id: 6000, at }));
  await again();
  expect(await newId('c@a.example')).toBe(6001);
});
