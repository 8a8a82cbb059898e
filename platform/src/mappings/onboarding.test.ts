import { beforeAll, expect, test } from 'vitest';
import { newOrganisation, newUser, organisationForm } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let files: { logo: Buffer; icon: Buffer };
beforeAll(async () => {
  files = { logo: await png(), icon: await png() };
});

const boss = 'boss@new.example';
const keyOf = async (user: 'orgA' | 'orgB' | 'adm') => (await platform.signIn(user)).apiKey;
const post = (path: string, body: object, key?: string) => platform.call(`POST /consoles/${path}`, { key, body });
const invite = (key: string) => post('invite_user', { user: { email: boss } }, key);
const tokenOf = async () => {
  const mails = await platform.db.selectFrom('mail').selectAll().where('recipient', '=', boss).orderBy('id').execute();
  return /org-onboard\?token=([\w-]{43})$/m.exec(mails.at(-1)?.body_text ?? '')?.[1] ?? '';
};
const onboard = async (reset_password_token: string) => {
  const form = organisationForm(newOrganisation('New', { reset_password_token }), files);
  return (await platform.call('POST /consoles/create_or_updare_org', form)).json().org;
};
const pendingOf = async (key: string, org?: number) => {
  const path = org === undefined ? 'pending_org_list' : `specific_pen_acc_org_list?org_id=${org}`;
  const rows = (await platform.call(`GET /consoles/${path}`, { key })).json().pending_org_list;
  return rows.map((row: { vendor: object; customer: object; show_activate_deactivate_button: boolean }) => [
    row.vendor,
    row.customer,
    row.show_activate_deactivate_button,
  ]);
};

test('ONB-9 MAP-18 after onboarding, a request is pending with every inviting organisation, on both sides', async () => {
  const { A, B } = platform.orgs;
  const [orgA, orgB, adm] = [await keyOf('orgA'), await keyOf('orgB'), await keyOf('adm')];
  await invite(orgA);
  await invite(orgB);
  const org = await onboard(await tokenOf());
  const vendor = { id: org.id, brandname: 'New', is_disabled: false };
  const ofA = [vendor, { id: A, brandname: 'Organisation A', is_disabled: false }];
  const ofB = [vendor, { id: B, brandname: 'Organisation B', is_disabled: false }];
  expect(await pendingOf(orgA)).toEqual([[...ofA, false]]);
  expect(await pendingOf(orgB)).toEqual([[...ofB, false]]);
  const both = await pendingOf(adm, org.id);
  expect(both).toHaveLength(2);
  expect(both).toEqual(
    expect.arrayContaining([
      [...ofA, true],
      [...ofB, true],
    ]),
  );
  const audit = await platform.db
    .selectFrom('audit_entry')
    .select('after')
    .where('subject_org_id', '=', org.id)
    .execute();
  expect(audit).toEqual([
    { after: expect.objectContaining({ mapping_ids: [expect.any(Number), expect.any(Number)] }) },
  ]);
});

test('ONB-9 the new organiser accepts the request, and the requester is mailed', async () => {
  const orgA = await keyOf('orgA');
  await invite(orgA);
  const token = await tokenOf();
  const org = await onboard(token);
  const made = await post('create_organiser', { ent_usr: newUser(boss), reset_password_token: token });
  const mails = await platform.db.selectFrom('mail').selectAll().orderBy('id').execute();
  const reset_password_token = /reset_password_token=([\w-]+)/.exec(mails.at(-1)?.body_text ?? '')?.[1];
  const password = 'An0ther-one';
  await post('reset_pwd', { email: boss, password, password_confirmation: password, reset_password_token });
  const login = await platform.call('POST /login', { body: { api: true, ent_usr: { email: boss, password } } });
  const key = login.json().current_ent_usr.api_key;
  const answer = { vendor_id: org.id, customer_id: platform.orgs.A, user_id: made.json().user.id, activated: true };
  expect((await post('activate_deactivate', answer, key)).json().mapping).toMatchObject({
    activated: true,
    status: 'Accepted',
    show_activate_deactivate_button: false,
  });
  expect((await platform.mails('orgA')).at(-1)).toContain('New accepted the mapping request');
});

test('OPEN-30 inviting a user of an incomplete organisation requests a mapping and sends the link again', async () => {
  const { A, B } = platform.orgs;
  const [orgA, orgB] = [await keyOf('orgA'), await keyOf('orgB')];
  await invite(orgA);
  const older = await tokenOf();
  const org = await onboard(older);
  expect((await invite(orgB)).statusCode).toBe(200);
  expect((await invite(orgA)).statusCode).toBe(200);
  expect(await tokenOf()).not.toBe(older);
  const rows = await platform.db.selectFrom('org_mapping').selectAll().orderBy('id').execute();
  expect(rows.map((row) => [row.vendor_id, row.customer_id])).toEqual([
    [org.id, A],
    [org.id, B],
  ]);
});

test('ONB-9 XUSER-5 a user who was also invited as an external user keeps that after onboarding', async () => {
  const orgA = await keyOf('orgA');
  await invite(orgA);
  const stub = await platform.db.selectFrom('ent_usr').select('id').where('email', '=', boss).executeTakeFirstOrThrow();
  await addUserMapping(platform.db, stub.id, platform.orgs.B);
  const org = await onboard(await tokenOf());
  const orgB = await keyOf('orgB');
  const { mapping } = (
    await post('user_mapping_exists', { ent_usr_id: stub.id, mapped_org_id: platform.orgs.B }, orgB)
  ).json();
  expect(mapping).toMatchObject({ vendor: { id: org.id, brandname: 'New' }, activated: null });
});

test('ENDING-1 the mapping of an organisation that onboards first has the modules that it was invited with last', async () => {
  const { db, orgs } = platform;
  const subscribed = ['auditor', 'central'].map((module_id) => ({ ent_org_id: orgs.A, module_id }));
  await db
    .insertInto('subscribed_module')
    .values(subscribed)
    .onConflict((same) => same.doNothing())
    .execute();
  const orgA = await keyOf('orgA');
  for (const modules of [['central'], ['auditor']]) await post('invite_user', { user: { email: boss, modules } }, orgA);
  await invite(await keyOf('orgB'));
  await onboard(await tokenOf());
  const rows = await db.selectFrom('org_mapping').select(['customer_id', 'modules']).orderBy('customer_id').execute();
  expect(rows).toEqual([
    { customer_id: orgs.A, modules: ['auditor'] },
    { customer_id: orgs.B, modules: [] },
  ]);
});
