import { beforeAll, expect, test } from 'vitest';
import { fixturePassword } from '../testing/fixtures.ts';
import { newOrganisation, newUser, organisationForm } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
let files: { logo: Buffer; icon: Buffer };
beforeAll(async () => {
  files = { logo: await png(), icon: await png() };
});

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const keyOf = async (user: 'adm' | 'arc' | 'orgA' | 'orgB' | 'nowhere') => (await platform.signIn(user)).apiKey;
const post = (path: string, body: object, key?: string) => platform.call(`POST /consoles/${path}`, { key, body });
const prove = (key: string) => post('valid_password', { current_password: fixturePassword }, key);
const set = (key: string, id: number, wanted?: boolean) =>
  platform.call(
    `GET /consoles/enable_disable_org?org_id=${id}${wanted === undefined ? '' : `&is_disabled=${wanted}`}`,
    { key },
  );
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();
const count = async (table: 'ent_org' | 'ent_usr' | 'stored_file' | 'mail') =>
  (await platform.db.selectFrom(table).selectAll().execute()).length;

test('OPEN-40 REST-39 of ten parallel creations with one idempotency key one is made, and all return it', async () => {
  const key = await keyOf('adm');
  const { body, headers } = organisationForm(newOrganisation('New'), files);
  const more = { key, body, headers: { ...headers, 'idempotency-key': 'attempt' } };
  const answers = await Promise.all(times(10, () => platform.call('POST /consoles', more)));
  expect(new Set(answers.map((answer) => answer.json().org?.id)).size).toBe(1);
  expect([statuses(answers), await count('ent_org'), await count('stored_file')]).toEqual([times(10, () => 200), 5, 2]);
});

test('OPEN-40 REST-20 of ten parallel creations of a user with one idempotency key one is made, with one mail', async () => {
  const key = await keyOf('adm');
  const body = { ent_usr: newUser('maya@a.example') };
  const more = { key, body, headers: { 'idempotency-key': 'attempt' } };
  const answers = await Promise.all(times(10, () => platform.call('POST /consoles/create_org_user', more)));
  expect([statuses(answers), await count('mail')]).toEqual([times(10, () => 200), 1]);
});

test('REST-45 OPEN-35 two parallel commands of administrators both return the true state, and none toggles back', async () => {
  const [adm, arc] = [await keyOf('adm'), await keyOf('arc')];
  const { B } = platform.orgs;
  for (let round = 1; round <= 20; round += 1) {
    await Promise.all([prove(adm), prove(arc)]);
    const both = await Promise.all([set(adm, B, true), set(arc, B, true)]);
    expect(both.map((answer) => answer.json().org?.is_disabled)).toEqual([true, true]);
    await prove(arc);
    const opposite = await Promise.all([set(adm, B, false), set(arc, B, true)]);
    expect(opposite.map((answer) => answer.json().org?.is_disabled)).toEqual([false, true]);
    await set(adm, B, false);
  }
  const entries = await platform.db
    .selectFrom('audit_entry')
    .select('after')
    .where('target_type', '=', 'ent_org')
    .orderBy('id')
    .execute();
  const states = entries.map(({ after }) => (after as unknown as { is_disabled: boolean }).is_disabled);
  expect(states).toEqual(states.map((_, place) => place % 2 === 0));
});

test('REST-45 ten parallel toggles each follow the previous one', async () => {
  const key = await keyOf('adm');
  // One confirmation per toggle, because activating uses one too. In sequence, because too many parallel tries would be blocked.
  for (let count = 0; count < 10; count += 1) await prove(key);
  const answers = await Promise.all(times(10, () => set(key, platform.orgs.B)));
  const states = answers.map((answer) => answer.json().org?.is_disabled);
  expect(states.toSorted()).toEqual([...Array(5).fill(false), ...Array(5).fill(true)]);
});

test('ORG-26 no sign-in in progress outlives the disabling of its organisation', async () => {
  const key = await keyOf('adm');
  for (let round = 1; round <= 10; round += 1) {
    await prove(key);
    const [signIns] = await Promise.all([
      Promise.all(times(6, () => platform.login('orgB'))),
      set(key, platform.orgs.B, true),
    ]);
    await set(key, platform.orgs.B, false);
    for (const answer of signIns.filter(({ statusCode }) => statusCode === 200)) {
      const { api_key } = answer.json().current_ent_usr;
      expect((await platform.call('GET /consoles/subscribed_grc_modules', { key: api_key })).statusCode).toBe(401);
    }
  }
});

test('NOM-11 ten parallel nominations for one post follow each other, and one user holds it', async () => {
  const keys = [await keyOf('adm'), await keyOf('arc'), await keyOf('orgA')];
  const ids = await addUsers(
    platform.db,
    platform.orgs.A,
    times(10, (n) => ({ email: `n${n}@a.example`, role_id: 5 })),
  );
  const nominate = (id: number, designation: string, n: number) =>
    post('update_org_user', { ent_usr: { id, designation, nominate: true } }, keys[n % 3]);
  for (let round = 1; round <= 3; round += 1) {
    const answers = await Promise.all(ids.map((id, n) => nominate(id, 'CTO', n)));
    expect(statuses(answers)).toEqual(times(10, () => 200));
    const holders = await platform.db.selectFrom('ent_usr').select('id').where('designation', '=', 'CTO').execute();
    expect(holders).toHaveLength(1);
  }
});

test('NOM-11 NOM-12 two users who get each other’s posts in parallel do not deadlock, and there is always a CEO', async () => {
  const [adm, arc] = [await keyOf('adm'), await keyOf('arc')];
  const [first = 0, second = 0] = await addUsers(platform.db, platform.orgs.A, [
    { email: 'one@a.example', designation: 'CTO' },
    { email: 'two@a.example', designation: 'CFO' },
  ]);
  const give = (key: string, id: number, designation: string) =>
    post('update_org_user', { ent_usr: { id, designation, nominate: true } }, key);
  for (let round = 1; round <= 10; round += 1) {
    const answers = await Promise.all([give(adm, first, 'CFO'), give(arc, second, 'CTO')]);
    expect(statuses(answers)).toEqual([200, 200]);
    await Promise.all([give(adm, first, 'CTO'), give(arc, second, 'CFO')]);
  }
  await give(adm, first, 'CEO');
  const answers = await Promise.all([give(adm, first, 'COO'), give(arc, second, 'CEO')]);
  const ceos = await platform.db.selectFrom('ent_usr').select('id').where('designation', '=', 'CEO').execute();
  expect([ceos.length, answers[1]?.statusCode]).toEqual([1, 200]);
});

test('OPEN-30 REST-14 parallel invitations create one user with one valid link, and both organisations are mapped', async () => {
  const keys = [await keyOf('orgA'), await keyOf('orgB')];
  const users = await count('ent_usr');
  const email = 'boss@new.example';
  const answers = await Promise.all(times(4, (n) => post('invite_user', { user: { email } }, keys[n % 2])));
  expect([statuses(answers), await count('ent_usr')]).toEqual([[200, 200, 200, 200], users + 1]);
  const mails = await platform.db.selectFrom('mail').select('body_text').execute();
  const tokens = mails.map(({ body_text }) => /token=([\w-]{43})$/m.exec(body_text ?? '')?.[1] ?? '');
  const known = await Promise.all(
    tokens.map((reset_password_token) => post('user_by_reset_pwd', { reset_password_token })),
  );
  expect(statuses(known)).toEqual([200, 404, 404, 404]);
  const token = tokens[known.findIndex(({ statusCode }) => statusCode === 200)] ?? '';

  const form = organisationForm(newOrganisation('New', { reset_password_token: token }), files);
  const made = await Promise.all(times(5, () => platform.call('POST /consoles/create_or_updare_org', form)));
  expect([new Set(made.map((answer) => answer.json().org?.id)).size, await count('ent_org')]).toEqual([1, 5]);
  expect(await platform.db.selectFrom('org_mapping').select('id').execute()).toHaveLength(2);
  expect(await count('stored_file')).toBe(2);

  const body = { ent_usr: newUser(email), reset_password_token: token };
  const done = await Promise.all(times(5, () => post('create_organiser', body)));
  expect([statuses(done), await count('mail')]).toEqual([[200, 422, 422, 422, 422], 5]);
});

test('OPEN-30 REST-39 a form that waits while its user gets an organisation never locks that organisation after the user', async () => {
  const { db } = platform;
  await post('invite_user', { user: { email: 'boss@new.example' } }, await keyOf('orgA'));
  const invited = db.selectFrom('ent_usr').select('id').where('email', '=', 'boss@new.example');
  const { id } = await invited.executeTakeFirstOrThrow();
  const mails = db.selectFrom('mail').select('body_text').where('recipient', '=', 'boss@new.example');
  const reset_password_token = /token=([\w-]{43})$/m.exec((await mails.executeTakeFirstOrThrow()).body_text ?? '')?.[1];
  const other = await db.startTransaction().execute();
  await other.selectFrom('ent_usr').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const form = organisationForm(newOrganisation('New', { reset_password_token }), files);
  const answer = platform.call('POST /consoles/create_or_updare_org', form);
  await untilLockWaits(db);
  await other.updateTable('ent_usr').set({ ent_org_id: platform.orgs.M }).where('id', '=', id).execute();
  const third = await db.startTransaction().execute();
  await third.selectFrom('ent_org').select('id').where('id', '=', platform.orgs.M).forNoKeyUpdate().execute();
  await other.commit().execute();
  await untilLockWaits(db);
  await third.updateTable('ent_usr').set({ firstname: 'Ada' }).where('id', '=', id).execute();
  await third.commit().execute();
  expect((await answer).statusCode).toBe(200);
});

test('ONB-7 of five parallel forms of a user without organisation one organisation is made', async () => {
  const key = await keyOf('nowhere');
  const form = organisationForm(newOrganisation('Mine'), files);
  const answers = await Promise.all(
    times(5, () => platform.call('POST /consoles/create_or_updare_org', { key, ...form })),
  );
  expect([statuses(answers), await count('ent_org')]).toEqual([[200, 200, 200, 200, 200], 5]);
});

test('REST-41 of two parallel organisers of an organisation one is made', async () => {
  const key = await keyOf('adm');
  const answers = await Promise.all(
    times(4, (n) =>
      post(
        'create_organiser',
        { ent_usr: newUser(`o${n}@b.example`, { ent_org_id: platform.orgs.B, role_id: 3 }) },
        key,
      ),
    ),
  );
  expect(statuses(answers)).toEqual([200, 422, 422, 422]);
});
