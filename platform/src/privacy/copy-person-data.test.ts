import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import type { NewRow } from '../core/database/schema.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const start = (key: string, userId: number) =>
  platform.call('POST /consoles/ext/start_person_data_copy', { key, body: { user_id: userId } });
const download = (key: string, token: string) =>
  platform.call('POST /consoles/ext/person_data', { key, body: { token } });
const signInWith = async (email: string): Promise<string> => {
  const body = { api: true, ent_usr: { email, password: fixturePassword } };
  return (await platform.call('POST /login', { body })).json().current_ent_usr.api_key;
};
const startAs = async (by: UserName, userId: number) => {
  const { apiKey: key } = await platform.signIn(by);
  await prove(key);
  return { key, answer: await start(key, userId) };
};
/** Another user's copy of a person's data. */
const copy = async (by: UserName, of: UserName) => {
  const { key, answer } = await startAs(by, platform.users[of].id);
  const file = await download(key, answer.json().token);
  return { file, data: file.json() };
};

const event = (row: Partial<NewRow<'audit_entry'>>) =>
  platform.db
    .insertInto('audit_entry')
    .values({
      at: platform.now(),
      via: 'session',
      action: 'users:edit',
      event: 'users:edit',
      target_type: 'ent_usr',
      ent_usr_id: null,
      ent_org_id: null,
      target_id: null,
      before: null,
      after: null,
      request_id: null,
      client_address: null,
      actor_role: null,
      api_key_id: null,
      subject_org_id: null,
      code: null,
      email_hash: null,
      position: null,
      chain_id: null,
      chain_no: null,
      hash: null,
      ...row,
    } as NewRow<'audit_entry'>)
    .execute();

/** A user of B with an own key, who is an external user of A and M, and events in A, B and M. */
const withData = async () => {
  const { users, orgs, db } = platform;
  const id = users.orgB.id;
  await db
    .updateTable('ent_usr')
    .set({ mobile: '5550100', supervisor: 'boss@b.example' })
    .where('id', '=', id)
    .execute();
  await addIntegrationKey(db, id, ['read']);
  for (const org of [orgs.A, orgs.M]) await addUserMapping(db, id, org, { activated: true });
  for (const org of [orgs.A, orgs.B, orgs.M]) {
    await event({ ent_usr_id: id, subject_org_id: org, client_address: '192.0.2.1', target_id: String(users.assA.id) });
    const after = { firstname: 'Jo', supervisor: 'boss@b.example', organizer_id: users.adm.id };
    await event({
      ent_usr_id: users.adm.id,
      subject_org_id: org,
      target_id: String(id),
      after: JSON.stringify(after),
      client_address: '192.0.2.9',
      actor_role: 'ADMINISTRATOR',
    });
  }
};
const organisationsOf = (data: { 'External access'?: { 'Mapped organisation ID': number }[] }) =>
  data['External access']?.map((access) => access['Mapped organisation ID']);

test('PRIVACY-2 PRIVACY-4 a user’s own copy has what all organisations hold, without secrets and other people', async () => {
  await withData();
  const { orgs, users } = platform;
  const { data, file } = await copy('orgB', 'orgB');
  expect(data.about).toMatchObject({ Person: users.orgB.id, Covers: 'all organisations' });
  expect(data.about['Left out'].Account).toMatchObject({ 'A secret, or the hash of one': ['Password hash'] });
  expect(data.Account).toEqual([
    expect.objectContaining({ Email: users.orgB.email, Mobile: '5550100', Role: 'Organiser' }),
  ]);
  expect(organisationsOf(data)).toEqual([orgs.A, orgs.M]);
  expect(data['API keys']).toHaveLength(1);
  expect(data.Sessions).toHaveLength(1);
  expect(data.Actions.filter((one: { Event: string }) => one.Event === 'users:edit')).toHaveLength(3);
  const changed = { 'Actor role': 'ADMINISTRATOR', After: { 'First name': 'Jo' } };
  expect(data['Events about them'].slice(0, 3)).toEqual([1, 2, 3].map(() => expect.objectContaining(changed)));
  for (const other of ['boss@b.example', users.adm.email, '192.0.2.9', fixturePassword])
    expect(file.body).not.toContain(other);
  const { key_hash } = await platform.db.selectFrom('api_key').select('key_hash').executeTakeFirstOrThrow();
  expect(file.body).not.toContain(key_hash);
  expect(file.body.match(/"\w*_\w*":/g)).toBeNull();
});

test('PRIVACY-3 an Organiser’s copy of a user has no mapping to another organisation and no event of one, an Administrator’s has all', async () => {
  await withData();
  const { orgs, users, db } = platform;
  await db.updateTable('ent_usr').set({ ent_org_id: orgs.A }).where('id', '=', users.orgB.id).execute();
  const own = (await copy('orgA', 'orgB')).data;
  expect(own.about.Covers).toBe(`organisation ${orgs.A}`);
  expect(own.Account[0]).toMatchObject({ Mobile: '5550100' });
  expect(organisationsOf(own)).toEqual([orgs.A]);
  // The copy itself is one of the events.
  expect([own.Actions.length, own['Events about them'].length]).toEqual([1, 2]);
  const all = (await copy('adm', 'orgB')).data;
  expect(organisationsOf(all)).toEqual([orgs.A, orgs.M]);
  expect([all.Actions.length, all['Events about them'].length]).toEqual([3, 5]);
});

test('PRIVACY-3 attack: of an external user an Organiser gets what the organisation holds, nothing of their home', async () => {
  await withData();
  const { orgs, users } = platform;
  const { data, file } = await copy('orgA', 'orgB');
  expect(data.Account).toEqual([
    {
      ID: users.orgB.id,
      'Organisation ID': orgs.B,
      Email: users.orgB.email,
      'First name': 'orgB',
      'Last name': 'Fixture',
      'Is disabled': false,
    },
  ]);
  expect(organisationsOf(data)).toEqual([orgs.A]);
  expect([data.Actions.length, data['Events about them'].length]).toEqual([1, 2]);
  expect([data.Sessions, data['API keys'], data['Known browsers']]).toEqual([undefined, undefined, undefined]);
  expect(file.body).not.toContain('5550100');
});

test('PRIVACY-2 attack: another organisation’s person, a higher role, a role that copies only itself, a key and an ended external user', async () => {
  const { users, orgs, db } = platform;
  await addUserMapping(db, users.mfaA.id, orgs.A, { activated: false });
  const statusOf = async (by: UserName, of: UserName) => (await startAs(by, users[of].id)).answer.statusCode;
  expect(await statusOf('orgA', 'orgB')).toBe(404);
  expect(await statusOf('orgA', 'mfaA')).toBe(404);
  expect(await statusOf('orgA', 'adm')).toBe(403);
  for (const by of ['arc', 'assA', 'audA'] as const) {
    expect([by, await statusOf(by, 'disA')]).toEqual([by, 403]);
    expect([by, await statusOf(by, by)]).toEqual([by, 200]);
  }
  const key = await addIntegrationKey(db, users.adm.id, ['read', 'sensitive:write']);
  expect((await start(key, users.adm.id)).statusCode).toBe(403);
});

test('PRIVACY-5 a copy needs the password of the one who copies, is recorded, and the person is emailed; an erased one has none', async () => {
  const { users, orgs, db } = platform;
  const { apiKey: key } = await platform.signIn('orgA');
  expect((await start(key, users.assA.id)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(await platform.mails('assA')).toEqual([]);
  expect((await copy('orgA', 'assA')).file.statusCode).toBe(200);
  const [entry] = (await platform.auditEntries('privacy:copy')).filter(({ code }) => code === null);
  expect(entry).toMatchObject({
    ent_usr_id: users.orgA.id,
    target_type: 'ent_usr',
    target_id: String(users.assA.id),
    subject_org_id: orgs.A,
  });
  expect((await platform.mails('assA')).at(-1)).toContain('orgA Fixture downloaded a copy of your personal data');
  await copy('assA', 'assA');
  expect((await platform.mails('assA')).at(-1)).toContain('If it was not you, change your password immediately');
  const erased = { email: 'erased-1@erased.invalid', is_disabled: true, erased_at: platform.now() };
  await db.updateTable('ent_usr').set(erased).where('id', '=', users.audA.id).execute();
  expect((await startAs('orgA', users.audA.id)).answer.json()).toMatchObject({
    message: 'This is not possible, because the personal data of this user was erased.',
  });
});

test('PRIVACY-6 attack: the token of a copy works once, within 60 s, in its session only, and not after the right was lost', async () => {
  const { users, db } = platform;
  const first = await startAs('orgA', users.assA.id);
  const { token } = first.answer.json();
  const other = (await platform.signIn('orgA')).apiKey;
  expect((await download(other, token)).statusCode).toBe(404);
  const changed = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;
  expect((await download(first.key, changed)).statusCode).toBe(404);
  expect((await download(first.key, token)).statusCode).toBe(200);
  expect((await download(first.key, token)).statusCode).toBe(404);
  const late = await startAs('orgA', users.assA.id);
  platform.moveClock(60_000);
  expect((await download(late.key, late.answer.json().token)).statusCode).toBe(404);
  const lost = await startAs('orgA', users.assA.id);
  await db.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', users.orgA.id).execute();
  expect((await download(lost.key, lost.answer.json().token)).statusCode).toBe(403);
});

test('PRIVACY-34 copies are counted by caller, who cannot use up those of others, and the person gets few emails about them', async () => {
  const { users, orgs, db } = platform;
  const organisers = Array.from({ length: 5 }, (_, place) => ({ email: `organiser${place}@a.example`, role_id: 3 }));
  const ids = await addUsers(db, orgs.A, organisers);
  const { password_hash } = await db
    .selectFrom('ent_usr')
    .select('password_hash')
    .where('id', '=', users.orgA.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('ent_usr').set({ password_hash }).where('id', 'in', ids).execute();
  const times = async (count: number, by: UserName) => {
    const statuses = [];
    for (let done = 0; done < count; done += 1) statuses.push((await startAs(by, users.assA.id)).answer.statusCode);
    return statuses;
  };
  expect(await times(6, 'orgA')).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await platform.mails('assA')).toHaveLength(1);
  for (const { email } of organisers) {
    const key = await signInWith(email);
    await prove(key);
    expect([email, (await start(key, users.assA.id)).statusCode]).toEqual([email, 200]);
  }
  expect(await platform.mails('assA')).toHaveLength(5);
  expect(await times(2, 'assA')).toEqual([200, 200]);
  expect(await platform.mails('assA')).toHaveLength(7);
  platform.moveClock(hourMs);
  expect(await times(1, 'orgA')).toEqual([200]);
  expect(await platform.mails('assA')).toHaveLength(8);
});

test('PRIVACY-34 attack: a pending invitation gives an Organiser no copy, and the person no email', async () => {
  const { users, orgs, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: null });
  expect((await startAs('orgA', users.orgB.id)).answer.statusCode).toBe(404);
  expect(await platform.mails('orgB')).toEqual([]);
});

test('PRIVACY-34 the copies of one organisation do not use up the emails about those of another', async () => {
  const { users, orgs, db } = platform;
  await addUserMapping(db, users.assA.id, orgs.B, { activated: true });
  for (let place = 0; place < 6; place += 1) {
    // Simulates another Organiser.
    await db.deleteFrom('attempt_count').where('key', 'like', `%:${users.orgB.id}`).execute();
    expect((await startAs('orgB', users.assA.id)).answer.statusCode).toBe(200);
  }
  expect(await platform.mails('assA')).toHaveLength(5);
  expect((await startAs('orgA', users.assA.id)).answer.statusCode).toBe(200);
  expect(await platform.mails('assA')).toHaveLength(6);
});
