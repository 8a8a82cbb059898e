import { beforeEach, expect, test } from 'vitest';
import { secondMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('orgA')).apiKey;
});

const upgradeText =
  'Confirm your password first. If you are not asked to confirm, the gateway must be upgraded to release 1.1.0.';
const url = 'https://hooks.example/console';
const prove = () =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const send = (call: string, body: object) => platform.call(`POST /consoles/ext/${call}`, { key, body });
const confirmed = async (call: string, body: object) =>
  (await platform.confirmed(`POST /consoles/ext/${call}`, { key, body })).json();
const codeOf = async (call: string, body: object) => {
  const answer = await send(call, body);
  return answer.statusCode === 200 ? 'done' : answer.json().code;
};
const events = async () =>
  (await platform.auditEntries('keys:create', 'keys:rotate', 'webhooks:create', 'audit:setRetention')).length;

const ownKey = { name: 'Sync', scopes: ['read'], expires_in_days: 365 };
const organisation = () => ({ organisationId: platform.orgs.A });
const organisationKey = () => ({ ...organisation(), name: 'Sync', role: 'AUDITEE', lifetime: 'DAYS_365' });

/** What each change sends, after what it needs. */
const changes: Record<string, () => Promise<object> | object> = {
  create_key: () => ownKey,
  rotate_key: async () => ({ key_id: (await confirmed('create_key', ownKey)).key.id }),
  create_organisation_key: organisationKey,
  rotate_organisation_key: async () => ({
    id: (await confirmed('create_organisation_key', organisationKey())).apiKey.id,
  }),
  create_webhook: () => ({ ...organisation(), url }),
  rotate_webhook_secret: async () => ({
    id: (await confirmed('create_webhook', { ...organisation(), url })).webhook.id,
  }),
  set_audit_retention: () => ({ ...organisation(), days: 30 }),
};

test.each(Object.entries(changes))(
  'OUTLIVE-1 OUTLIVE-2 OUTLIVE-3 %s needs a confirmation of the last 60 seconds, once for each change',
  async (call, prepare) => {
    const body = await prepare();
    const before = await events();
    const refused = await send(call, body);
    expect([refused.statusCode, refused.json()]).toEqual([422, { code: 'WRONG_PASSWORD', message: upgradeText }]);
    await prove();
    platform.moveClock(61 * secondMs);
    expect(await codeOf(call, body)).toBe('WRONG_PASSWORD');
    expect(await events()).toBe(before);
    await prove();
    platform.moveClock(60 * secondMs);
    expect(await codeOf(call, body)).toBe('done');
    expect(await codeOf('create_key', ownKey)).toBe('WRONG_PASSWORD');
  },
);

test('OUTLIVE-2 the URL and the events of a webhook need a confirmation, and turning it off and on needs none', async () => {
  const { id } = (await confirmed('create_webhook', { ...organisation(), url })).webhook;
  const codes = [];
  for (const change of [
    { url: `${url}/2` },
    { types: ['USER_CREATED'] },
    { enabled: false },
    { enabled: true },
    { url },
  ])
    codes.push(await codeOf('update_webhook', { id, ...change }));
  expect(codes).toEqual(['WRONG_PASSWORD', 'WRONG_PASSWORD', 'done', 'done', 'done']);
  const { webhook } = await confirmed('update_webhook', { id, url: `${url}/2`, types: ['USER_CREATED'] });
  expect(webhook).toMatchObject({ url: `${url}/2`, types: ['USER_CREATED'] });
  expect(await codeOf('update_webhook', { id, types: null })).toBe('WRONG_PASSWORD');
});

test.each([
  ['set_audit_retention', 'days', [1_094, 1_095, 3_650]],
  ['set_sign_in_retention', 'days', [730, null]],
  ['set_review_evidence_years', 'years', [2, 3, 10]],
] as const)('OUTLIVE-3 %s needs a confirmation only for a shorter time', async (call, input, [shorter, ...others]) => {
  const set = (value: number | null) => codeOf(call, { ...organisation(), [input]: value });
  expect(await set(shorter)).toBe('WRONG_PASSWORD');
  for (const value of others) expect([value, await set(value)]).toEqual([value, 'done']);
  await prove();
  expect(await set(shorter)).toBe('done');
});

test('OUTLIVE-4 a confirmation that changed sign-in settings is valid for a SCIM key, and for no other lasting change', async () => {
  await prove();
  const rules = { ...organisation(), sessionMinutes: 60 };
  expect(await codeOf('update_sign_in_rules', rules)).toBe('done');
  expect(await codeOf('create_key', ownKey)).toBe('WRONG_PASSWORD');
  expect(await codeOf('create_organisation_key', organisationKey())).toBe('WRONG_PASSWORD');
  expect(await codeOf('create_webhook', { ...organisation(), url })).toBe('WRONG_PASSWORD');
  expect(await codeOf('set_audit_retention', { ...organisation(), days: 30 })).toBe('WRONG_PASSWORD');
  const scim = { ...organisation(), name: 'Entra', purpose: 'SCIM', lifetime: 'DAYS_365' };
  expect(await codeOf('create_organisation_key', scim)).toBe('done');
});

test('OUTLIVE-9 the email about a new password names the first four usable keys and the last, and leads to them', async () => {
  const { db, users } = platform;
  const add = async (name: string, more: object = {}) => {
    await addIntegrationKey(db, users.orgA.id);
    const { id } = await db.selectFrom('api_key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const set = { name, ...more };
    await db.updateTable('api_key').set(set).where('id', '=', id).execute();
  };
  await add('revoked', { revoked_at: platform.now() });
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await add(`key ${n}`);
  await add('expired', { expires_at: platform.now() });
  const password = 'An0ther-one';
  const body = { password, password_confirmation: password, current_password: fixturePassword };
  const ent_usrs = { ...body, ent_usr_id: users.orgA.id };
  expect((await platform.call('POST /consoles/change_pwd', { key, body: { ent_usrs } })).statusCode).toBe(200);
  const mail = (await platform.mails('orgA')).at(-1);
  expect(mail).toContain(
    'still work: “key 1”, “key 2”, “key 3”, “key 4”, “key 7”. The account has 2 more usable keys. Revoke each key',
  );
  expect(mail).toMatch(/\/profile\?tab=api-keys$/m);
});

test('OUTLIVE-10 the owner is emailed about each new key, and the Organisers about each key of the organisation', async () => {
  const created = await confirmed('create_key', ownKey);
  const owner = () => platform.mails('orgA');
  expect((await owner()).at(-1)).toContain('The API key “Sync” of your account was created on');
  expect((await owner()).at(-1)).toMatch(/\/profile\?tab=api-keys$/m);
  expect((await owner()).at(-1)).not.toContain(created.secret);
  const before = (await owner()).length;
  await confirmed('rotate_key', { key_id: created.key.id });
  expect(await owner()).toHaveLength(before + 1);
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth'])
    await confirmed('create_organisation_key', { ...organisationKey(), name });
  expect((await owner()).slice(-5)).toEqual(
    ['first', 'second', 'third', 'fourth', 'fifth'].map((name) =>
      expect.stringContaining(`The organisation API key “${name}” of Organisation A can read data. It was created.`),
    ),
  );
});
