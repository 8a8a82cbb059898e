import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dayMs, secondMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newOrganisation, newUser, organisationForm } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let files: { logo: Buffer; icon: Buffer };
beforeAll(async () => {
  files = { logo: await png(), icon: await png() };
});

const boss = 'boss@new.example';
const invite = async (user: UserName = 'orgA', email = boss) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call('POST /consoles/invite_user', { key: apiKey, body: { user: { email } } });
};
const mails = async (email = boss) =>
  (await platform.db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute()).map(
    ({ body_text }) => body_text ?? '',
  );
const invited = async (user?: UserName): Promise<string> => {
  await invite(user);
  return /org-onboard\?token=([\w-]{43})$/m.exec((await mails()).at(-1) ?? '')?.[1] ?? '';
};
const who = (reset_password_token: unknown, headers: Record<string, string> = {}) =>
  platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token }, headers });
const onboard = (fields: object, given: Partial<typeof files> = files, key?: string, headers: object = {}) => {
  const sent = organisationForm(fields, given);
  return platform.call('POST /consoles/create_or_updare_org', {
    key,
    body: sent.body,
    headers: { ...sent.headers, ...headers },
  });
};
const form = (reset_password_token: string, more: object = {}) =>
  newOrganisation('New', { reset_password_token, ...more });
const complete = (reset_password_token: string, more: object = {}, headers: Record<string, string> = {}) => {
  const ent_usr = newUser(boss, { role_id: undefined, ...more });
  return platform.call('POST /consoles/create_organiser', { body: { ent_usr, reset_password_token }, headers });
};
const count = async (table: 'ent_org' | 'ent_usr' | 'stored_file') =>
  (await platform.db.selectFrom(table).selectAll().execute()).length;
const dead = [422, 'TOKEN_INVALID'];
const said = async (answer: ReturnType<typeof who>) => [(await answer).statusCode, (await answer).json().code];

test.each(['adm', 'orgA'] as const)(
  'REST-14 INVITE-10 OPEN-30 %s invites an unknown email, which is mailed a link with its invited user',
  async (user) => {
    const answer = await invite(user, ' Boss@New.example ');
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    const [mail = ''] = await mails();
    expect(mail).toContain(`${user} Fixture of Organisation A would like their organisation to work with yours.`);
    expect(mail).toContain('expires in 7 days');
    const token = /^http:\/\/localhost:3000\/org-onboard\?token=([\w-]{43})$/m.exec(mail)?.[1];
    const { user: stub, kind } = (await who(token)).json();
    expect({ ...stub, kind }).toMatchObject({ email: boss, role: null, ent_org_id: null, kind: 'onboarding' });
  },
);

test('REST-14 INVITE-2 other roles may not invite, registered and invalid emails are refused, and mails to a recipient are limited', async () => {
  for (const user of ['arc', 'assA', 'audA'] as const) expect((await invite(user)).statusCode).toBe(403);
  expect((await invite('orgA', 'nowhere@nowhere.example')).json()).toEqual({
    errors: { email: ['is already used by an existing user'] },
    codes: { email: ['TAKEN'] },
  });
  expect((await invite('orgA', 'x')).json()).toEqual({
    errors: { email: [expect.any(String)] },
    codes: { email: [expect.any(String)] },
  });
  for (let n = 1; n <= 5; n += 1) expect((await invite()).statusCode).toBe(200);
  expect((await invite()).statusCode).toBe(429);
});

test('CASES-45 ONB-2 a token is valid for 7 days, a newer one replaces it, and no other kind is accepted', async () => {
  const older = await invited();
  const token = await invited('adm');
  const changed = token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
  const reset = await platform.issueToken('invited', 'reset');
  for (const wrong of [older, changed, reset, '', 'x'.repeat(10_000 - 9_000)]) {
    expect(await said(onboard(form(wrong)))).toEqual(dead);
    expect(await said(complete(wrong))).toEqual(dead);
  }
  expect((await who(['x'])).statusCode).toBe(422);
  const { body } = await platform.call('POST /consoles/reset_pwd', {
    body: { email: boss, password: 'An0ther-one', password_confirmation: 'An0ther-one', reset_password_token: token },
  });
  expect(body).toContain('TOKEN_INVALID');
  platform.moveClock(7 * dayMs - secondMs);
  expect((await who(token)).statusCode).toBe(200);
  platform.moveClock(2 * secondMs);
  expect((await who(token)).statusCode).toBe(404);
  expect(await said(onboard(form(token)))).toEqual(dead);
  expect(await count('ent_org')).toBe(4);
});

test('REST-40 REST-41 ONB-4 ONB-5 ONB-8 ONB-9 the invited user onboards their organisation', async () => {
  await invite('adm');
  const token = await invited();
  const made = await onboard(form(token, { user_limit: '3' }));
  const { org } = made.json();
  expect([made.statusCode, org.brandname, org.user_limit, org.organizer, org.logo.file_name]).toEqual([
    200,
    'New',
    -1,
    null,
    'logo.png',
  ]);
  const done = await complete(token);
  const { user } = done.json();
  expect([done.statusCode, user]).toEqual([
    200,
    expect.objectContaining({
      email: boss,
      firstname: 'Maya',
      ent_org_id: org.id,
      role: { id: 3, name: 'Organiser', idStr: 'ORGANISER' },
    }),
  ]);
  expect(
    await platform.db.selectFrom('ent_org').select('organizer_id').where('id', '=', org.id).executeTakeFirst(),
  ).toEqual({
    organizer_id: user.id,
  });
  expect(await said(onboard(form(token)))).toEqual(dead);
  expect(await said(complete(token))).toEqual(dead);
  expect((await who(token)).statusCode).toBe(404);
  const reset_password_token = /reset_password_token=([\w-]+)/.exec((await mails()).at(-1) ?? '')?.[1];
  const password = 'An0ther-one';
  const body = { email: boss, password, password_confirmation: password, reset_password_token };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  const login = await platform.call('POST /login', { body: { api: true, ent_usr: { email: boss, password } } });
  expect(login.statusCode).toBe(200);
  const mappings = await platform.db.selectFrom('org_mapping').selectAll().execute();
  expect(mappings).toMatchObject([
    {
      vendor_id: org.id,
      customer_id: platform.orgs.A,
      activated: null,
      status: 'Pending',
      requested_by_org_id: platform.orgs.A,
      requester_id: platform.users.adm.id,
      mapped_user_id: user.id,
    },
  ]);
  const audit = await platform.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('via', '=', 'public')
    .where('action', 'like', 'organisations:%')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['organisations:onboard', 'organisations:createOrganiser']);
});

test('OPEN-30 after a failure in the middle the same token continues with the same organisation', async () => {
  const token = await invited();
  const first = (await onboard(form(token))).json().org;
  expect((await complete(token, { firstname: '' })).statusCode).toBe(422);
  const again = await onboard(form(token, { city: 'Pune' }), { logo: files.icon });
  expect(again.json().org).toMatchObject({ id: first.id, icon: first.icon, facility: { city: 'Pune' } });
  expect([await count('ent_org'), await count('stored_file')]).toEqual([5, 2]);
  const other = await complete(token, { email: 'other@new.example' });
  expect(other.json()).toEqual({
    errors: { email: ['must be the email address that was invited'] },
    codes: { email: ['NOT_ALLOWED'] },
  });
  expect((await complete(token, { email: undefined })).statusCode).toBe(200);
});

test('OPEN-30 a user is completed after the organisation, and an expired invitation is sent again', async () => {
  const token = await invited();
  expect([(await complete(token)).statusCode, (await who(token)).statusCode]).toEqual([422, 200]);
  const { org } = (await onboard(form(token))).json();
  platform.moveClock(8 * dayMs);
  const next = await invited();
  expect((await onboard(form(next))).json().org.id).toBe(org.id);
  expect((await complete(next)).statusCode).toBe(200);
});

test('DESIGN-8 with an idempotency key an onboarding runs once, and a used token is good for its repetition only, for 24 hours', async () => {
  const token = await invited();
  const key = { 'idempotency-key': 'one', 'idempotency-input': 'the form' };
  const fields = form(token);
  const run = async () => [
    (await onboard(fields, files, undefined, key)).json(),
    (await complete(token, {}, key)).json(),
  ];
  const first = await run();
  expect(first).toEqual([
    { org: expect.anything() },
    { user: expect.objectContaining({ email: boss }), is_email_unsent: true },
  ]);
  const effects = async () => [await count('ent_org'), await count('stored_file'), (await mails()).length];
  const once = await effects();
  expect([(await who(token, key)).json().user, await run(), await effects()]).toEqual([first[1].user, first, once]);

  for (const other of [{}, { ...key, 'idempotency-key': 'two' }]) {
    expect(await said(complete(token, {}, other))).toEqual(dead);
    expect(await said(onboard(fields, files, undefined, other))).toEqual(dead);
    expect((await who(token, other)).statusCode).toBe(404);
  }
  const otherInput = { ...key, 'idempotency-input': 'another form' };
  const conflict = [422, 'IDEMPOTENCY_CONFLICT'];
  expect(await said(complete(token, {}, otherInput))).toEqual(conflict);
  expect(await said(onboard(fields, files, undefined, otherInput))).toEqual(conflict);
  expect(await said(complete(`${token}x`, {}, key))).toEqual(dead);
  const password = 'An0ther-one';
  const body = { email: boss, password, password_confirmation: password, reset_password_token: token };
  expect((await platform.call('POST /consoles/reset_pwd', { body, headers: key })).json().code).toBe('TOKEN_INVALID');
  expect(await effects()).toEqual(once);
  platform.moveClock(dayMs + 1);
  expect([(await who(token, key)).statusCode, await said(complete(token, {}, key))]).toEqual([404, dead]);
});

const change = (values: { role_id: number } | { password_hash: string }) =>
  platform.db.updateTable('ent_usr').set(values).where('email', '=', boss).execute();
const completions: Record<string, (ent_org_id: number) => Promise<unknown>> = {
  'an Administrator completed': async (ent_org_id) => {
    const { apiKey: key } = await platform.signIn('adm');
    const ent_usr = newUser(boss, { role_id: undefined, ent_org_id });
    await platform.call('POST /consoles/create_organiser', { key, body: { ent_usr } });
    const tokens = platform.db.selectFrom('user_token').select('id').where('kind', '=', 'onboarding');
    expect(await tokens.execute()).toEqual([]);
  },
  'has a role': () => change({ role_id: 5 }),
  'has a password': () => change({ password_hash: 'x' }),
};

test.each(Object.entries(completions))(
  'ONB-2 ONB-5 attack: the link of a user who %s opens no form, and neither changes the organisation nor makes the user its organiser',
  async (_state, completeBy) => {
    const token = await invited();
    const { org } = (await onboard(form(token))).json();
    await completeBy(org.id);
    const stored = platform.db
      .selectFrom('ent_usr')
      .innerJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
      .select(['ent_usr.role_id', 'ent_org.organizer_id', 'ent_org.city'])
      .where('ent_usr.email', '=', boss);
    const before = await stored.executeTakeFirstOrThrow();
    expect((await who(token)).statusCode).toBe(404);
    expect(await said(complete(token))).toEqual(dead);
    expect(await said(onboard(form(token, { city: 'Pune' })))).toEqual(dead);
    expect(await stored.executeTakeFirst()).toEqual(before);
  },
);

test('ONB-6 ONB-7 a user without organisation creates one, once, and is its organiser', async () => {
  const { nowhere } = platform.users;
  await platform.db.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', nowhere.id).execute();
  const { apiKey } = await platform.signIn('nowhere');
  const fields = newOrganisation('Mine');
  expect((await onboard(fields, {}, apiKey)).json()).toEqual({
    errors: { logo: ['required'], icon: ['required'] },
    codes: { logo: ['REQUIRED'], icon: ['REQUIRED'] },
  });
  const made = await onboard(fields, files, apiKey);
  const { org } = made.json();
  expect([made.statusCode, org.organizer]).toEqual([
    200,
    expect.objectContaining({ id: nowhere.id, role: expect.objectContaining({ idStr: 'ORGANISER' }) }),
  ]);
  expect((await onboard(fields, files, apiKey)).json().org).toEqual(org);
  expect((await onboard(newOrganisation('Second'), files, apiKey)).statusCode).toBe(403);
  expect((await platform.call(`GET /consoles/org_detail?org_id=${org.id}`, { key: apiKey })).statusCode).toBe(200);
  expect(await count('ent_org')).toBe(5);
});

test('ONB-2 SECURITY-T13 after 20 wrong tokens from an address no form of it is read', async () => {
  for (let n = 0; n < 20; n += 1) await onboard(form(`wrong-${n}`), {});
  const answer = await platform.call('POST /consoles/create_or_updare_org', {
    body: 'no form at all',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(answer.statusCode).toBe(429);
});

test('OPEN-30 a database failure in a step undoes the step, and the same token repeats it', async () => {
  await sql`create or replace function break_down() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    platform.db,
  );
  const failing = async <T>(table: string, work: () => Promise<T>) => {
    await sql`create trigger broken before insert on ${sql.table(table)} for each row execute function break_down()`.execute(
      platform.db,
    );
    const answer = await work();
    await sql`drop trigger broken on ${sql.table(table)}`.execute(platform.db);
    return answer;
  };
  const statusOf = async (answer: ReturnType<typeof who>) => (await answer).statusCode;
  const { apiKey } = await platform.signIn('orgA');
  const asked = () => platform.call('POST /consoles/invite_user', { key: apiKey, body: { user: { email: boss } } });
  const users = await count('ent_usr');
  for (const table of ['org_invitation', 'user_token', 'mail', 'audit_entry'])
    expect([table, await failing(table, () => statusOf(asked())), await count('ent_usr')]).toEqual([table, 500, users]);
  await asked();
  const token = /token=([\w-]{43})$/m.exec((await mails()).at(-1) ?? '')?.[1] ?? '';
  for (const table of ['stored_file', 'org_mapping', 'audit_entry'])
    expect([
      table,
      await failing(table, () => statusOf(onboard(form(token)))),
      await count('ent_org'),
      await count('stored_file'),
    ]).toEqual([table, 500, 4, 0]);
  expect(await statusOf(onboard(form(token)))).toBe(200);
  for (const table of ['user_token', 'mail', 'audit_entry'])
    expect([table, await failing(table, () => statusOf(complete(token))), await statusOf(who(token))]).toEqual([
      table,
      500,
      200,
    ]);
  expect(await statusOf(complete(token))).toBe(200);
});

test('SECURITY-T21 no token, email or name of an onboarding is logged, and no token is audited', async () => {
  const token = await invited();
  await onboard(form(token, { legalname: 'name-canary' }));
  await complete(token, { lastname: 'name-canary' });
  const audit = JSON.stringify(await platform.db.selectFrom('audit_entry').selectAll().execute());
  const lines = platform.logs.join('');
  expect(lines).toContain('"path":"/consoles/create_or_updare_org"');
  expect(audit).not.toContain(token);
  for (const secret of [token, boss, 'name-canary', 'org-onboard']) expect(lines).not.toContain(secret);
});
