import { expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const send = (call: string, key: string, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { key, body });
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
/** A suspended key of a user. */
const suspended = async (user: UserName) => {
  const secret = await addIntegrationKey(platform.db, platform.users[user].id);
  const ofUser = platform.db.updateTable('api_key').where('ent_usr_id', '=', platform.users[user].id);
  const { id } = await ofUser.set({ suspended_at: platform.now() }).returning('id').executeTakeFirstOrThrow();
  return { id, secret };
};
const confirm = async (by: UserName, id: number, confirmed = true) => {
  const { apiKey: key } = await platform.signIn(by);
  if (confirmed) await prove(key);
  return send('confirm_key', key, { key_id: id });
};
const statusOf = async (key: string) =>
  (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode;

test('SIGNIN-54 a suspended key is refused until an Organiser confirms it with the password', async () => {
  const { id, secret } = await suspended('assA');
  expect(await statusOf(secret)).toBe(401);
  expect((await confirm('orgA', id, false)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  const answer = await confirm('orgA', id);
  expect(answer.json().key).toMatchObject({ id, suspended_at: null, revoked_at: null });
  expect(await statusOf(secret)).toBe(200);
  const [entry] = await platform.auditEntries('keys:confirm');
  expect(entry).toMatchObject({ ent_usr_id: platform.users.orgA.id, target_id: String(id) });
  expect((await confirm('orgA', id, false)).statusCode).toBe(200);
  expect(await platform.auditEntries('keys:confirm')).toHaveLength(1);
});

test('SIGNIN-54 its owner neither confirms nor rotates it, nor does a lower role, another organisation or a program', async () => {
  const { id, secret } = await suspended('orgA');
  const { apiKey: owner } = await platform.signIn('orgA');
  expect((await send('rotate_key', owner, { key_id: id })).json().message).toMatch(/is suspended/);
  expect((await confirm('orgA', id)).statusCode).toBe(403);
  expect((await confirm('assA', id)).statusCode).toBe(403);
  expect((await confirm('arc', id)).statusCode).toBe(403);
  expect((await confirm('orgB', id)).statusCode).toBe(404);
  const program = await addIntegrationKey(platform.db, platform.users.adm.id, ['read', 'sensitive:write']);
  expect((await send('confirm_key', program, { key_id: id })).statusCode).toBe(403);
  expect(await statusOf(secret)).toBe(401);
  expect((await confirm('adm', id)).statusCode).toBe(200);
  const ofAdministrator = await suspended('adm');
  await platform.db
    .updateTable('ent_usr')
    .set({ ent_org_id: platform.orgs.A })
    .where('id', '=', platform.users.adm.id)
    .execute();
  expect((await confirm('orgA', ofAdministrator.id)).statusCode).toBe(403);
});

test('SIGNIN-54 a key that was revoked or has expired is not confirmed', async () => {
  const { id } = await suspended('assA');
  const { apiKey } = await platform.signIn('orgA');
  expect((await send('revoke_key', apiKey, { key_id: id })).statusCode).toBe(200);
  expect((await confirm('orgA', id)).statusCode).toBe(409);
});
