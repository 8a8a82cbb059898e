import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, secondMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { createFirstAdministrator } from './first-administrator.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({ newDatabase: true });
});
beforeEach(async () => {
  await sql`truncate ent_usr, ent_org, audit_entry cascade`.execute(platform.db);
});
afterAll(() => platform.close());

const email = 'first@acme.example';
const password = 'Own-Passw0rd-1';
const start = (given = email, env: Record<string, string> = {}) => {
  const settings = readPlatformSettings({ PUBLIC_URL: 'http://localhost:3210', ...env });
  return createFirstAdministrator({ db: platform.db, clock: platform.now, settings }, given);
};
const tokenOf = (link: URL | null) => link?.searchParams.get('reset_password_token') ?? '';
const emailOf = async (link: URL | null) => {
  const answer = await platform.call('POST /consoles/user_by_reset_pwd', {
    body: { reset_password_token: tokenOf(link) },
  });
  return answer.statusCode === 200 ? answer.json().user.email : answer.statusCode;
};
const setPassword = async (link: URL | null, of = email) => {
  const body = { email: of, password, password_confirmation: password, reset_password_token: tokenOf(link) };
  return (await platform.call('POST /consoles/reset_pwd', { body })).statusCode;
};
const kinds = async () =>
  (await platform.db.selectFrom('user_token').select('kind').execute()).map(({ kind }) => kind).toSorted();
const users = () => platform.db.selectFrom('ent_usr').selectAll().execute();
const audit = () =>
  platform.db
    .selectFrom('audit_entry')
    .select(['action', 'via', 'ent_usr_id', 'target_type', 'target_id', 'before', 'after'])
    .orderBy('id')
    .execute();

test('START-11 OPEN-64 OPEN-70 a database without users gets an Administrator without name and organisation, and a link that sets the password once', async () => {
  const link = await start();
  expect(link?.origin).toBe('http://localhost:3210');
  expect(link?.pathname).toBe('/reset-password');
  const [user, ...others] = await users();
  expect(others).toEqual([]);
  expect(user).toMatchObject({ email, firstname: null, lastname: null, role_id: 1, ent_org_id: null });
  expect(await emailOf(link)).toBe(email);
  expect(await setPassword(link)).toBe(200);
  expect(await setPassword(link)).toBe(422);
  const answer = await platform.call('POST /login', { body: { api: true, ent_usr: { email, password } } });
  expect(answer.json().current_ent_usr).toMatchObject({ email, role: { idStr: 'ADMINISTRATOR' } });
});

test('OPEN-70 the link is valid for the days of an invitation', async () => {
  const link = await start(email, { INVITATION_TOKEN_DAYS: '2' });
  platform.moveClock(2 * dayMs - secondMs);
  expect(await emailOf(link)).toBe(email);
  platform.moveClock(2 * secondMs);
  expect(await emailOf(link)).toBe(404);
});

test('DESIGN-5 each start until the password is set prints a new link and replaces the earlier one; later starts print none', async () => {
  const first = await start();
  const [before] = await users();
  const second = await start();
  expect(await users()).toEqual([before]);
  expect([await emailOf(first), await emailOf(second)]).toEqual([404, email]);
  expect(await setPassword(second)).toBe(200);
  const rows = [await users(), await audit()];
  expect(await start()).toBeNull();
  expect(await start('other@acme.example')).toBeNull();
  expect([await users(), await audit()]).toEqual(rows);
});

test('DESIGN-5 until the password is set another FIRST_ADMIN_EMAIL replaces the email and invalidates mailed links', async () => {
  const mistyped = await start('frist@acme.example');
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email: 'frist@acme.example' } });
  expect(await kinds()).toEqual(['invitation', 'reset']);
  const link = await start();
  expect((await users()).map((user) => user.email)).toEqual([email]);
  expect([await emailOf(mistyped), await emailOf(link)]).toEqual([404, email]);
  expect(await kinds()).toEqual(['invitation']);
});

test('DESIGN-5 nothing changes in a database with users', async () => {
  await platform.reset();
  const rows = [await users(), await audit(), await platform.db.selectFrom('user_token').selectAll().execute()];
  expect(await start()).toBeNull();
  expect(await start(platform.users.adm.email)).toBeNull();
  expect([await users(), await audit(), await platform.db.selectFrom('user_token').selectAll().execute()]).toEqual(
    rows,
  );
});

test('DESIGN-5 a sole user who is no Administrator, or has an organisation, is not the first Administrator', async () => {
  await start();
  await platform.db.updateTable('ent_usr').set({ role_id: 3 }).execute();
  expect(await start()).toBeNull();
  const moments = { created_at: platform.now(), updated_at: platform.now() };
  const { id } = await platform.db
    .insertInto('ent_org')
    .values({ guid: crypto.randomUUID(), brandname: 'Acme', ...moments })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.updateTable('ent_usr').set({ role_id: 1, ent_org_id: id }).execute();
  expect(await start()).toBeNull();
});

test('DESIGN-5 SECURITY-T21 each link is audited, without the token', async () => {
  const links = [await start('frist@acme.example'), await start(), await start()];
  const [user] = await users();
  const row = { via: 'system', ent_usr_id: null, target_type: 'ent_usr', target_id: String(user?.id) };
  const rows = await audit();
  expect(rows).toMatchObject([
    { ...row, action: 'users:create', before: null },
    { ...row, action: 'users:invite' },
    { ...row, action: 'users:invite', before: null, after: null },
  ]);
  expect(rows[0]?.after).toMatchObject({ email: 'frist@acme.example', role_id: 1 });
  expect([rows[1]?.before, rows[1]?.after]).toEqual([{ email: 'frist@acme.example' }, { email }]);
  for (const link of links) expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
});

test('DESIGN-5 of parallel starts one creates the Administrator, and one link is valid', async () => {
  const links = await Promise.all([start(), start(), start()]);
  expect(await users()).toHaveLength(1);
  const emails = await Promise.all(links.map(emailOf));
  expect(emails.toSorted()).toEqual([404, 404, email]);
});

test('PRIVACY-32 an erased Administrator, alone in the database, gets no other email and no link', async () => {
  await start();
  const [user] = await users();
  const values = { email: `erased-${user?.id}@erased.invalid`, is_disabled: true, erased_at: platform.now() };
  await platform.db.updateTable('ent_usr').set(values).execute();
  expect(await start('other@acme.example')).toBeNull();
  expect(await users()).toMatchObject([values]);
});
