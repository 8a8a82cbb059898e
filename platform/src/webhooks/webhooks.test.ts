import { eventTypeNames, schemaEventType } from '@console/contract/event-types';
import { afterEach, expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { renewStoredSecrets } from '../operator/stored-secrets.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { webhookCipher } from './webhook-secret.ts';

const hosts: string[] = [];
const platform = useTestPlatform({ settings: { outboundHosts: hosts } });
afterEach(() => void hosts.splice(0));

const secret = 'a secret of the tests '.repeat(2).trim();
const origin = 'https://hooks.example';
const url = `${origin}/console`;
const keyOf = async (who: UserName) => (await platform.signIn(who)).apiKey;
const send = (name: string, key: string, body: object, headers = {}) =>
  platform.confirmed(`POST /consoles/ext/${name}`, { key, body, headers });
const create = async (key: string, more: object = {}) =>
  send('create_webhook', key, { organisationId: platform.orgs.A, url, ...more });
const made = async (key: string, more: object = {}) => (await create(key, more)).json().webhook;
const list = (key: string, organisationId: number) =>
  platform.call(`GET /consoles/ext/webhooks?organisationId=${organisationId}`, { key });
const rows = () => platform.db.selectFrom('webhook').selectAll().orderBy('id').execute();

test('HOOK-1 Administrators make webhooks of any organisation, Organisers of their own, others none', async () => {
  const { A, B } = platform.orgs;
  const administrator = await keyOf('adm');
  for (const organisationId of [A, B]) expect((await create(administrator, { organisationId })).statusCode).toBe(200);
  expect((await create(administrator, { organisationId: 999_999 })).statusCode).toBe(404);
  const organiser = await keyOf('orgB');
  expect((await create(organiser, { organisationId: B })).statusCode).toBe(200);
  expect((await create(organiser, { organisationId: A })).statusCode).toBe(404);
  const ofA = (await list(administrator, A)).json().webhooks[0].id;
  const acts = ['update_webhook', 'rotate_webhook_secret', 'test_webhook', 'delete_webhook'];
  for (const who of ['arc', 'assA', 'audA'] as const) {
    const key = await keyOf(who);
    expect([(await create(key)).statusCode, (await list(key, A)).statusCode]).toEqual([403, 403]);
    for (const act of acts) expect((await send(act, key, { id: ofA })).statusCode).toBe(403);
  }
  for (const act of acts) expect([act, (await send(act, organiser, { id: ofA })).statusCode]).toEqual([act, 404]);
  expect((await list(organiser, A)).statusCode).toBe(404);
  const deliveries = await platform.call(`GET /consoles/ext/webhook_deliveries?webhookId=${ofA}`, { key: organiser });
  expect(deliveries.statusCode).toBe(404);
  expect((await send('resend_webhook_delivery', organiser, { id: 1 })).statusCode).toBe(404);
});

test('HOOK-1 an API key sees and changes no webhook, whatever its scopes', async () => {
  const { id } = await made(await keyOf('adm'));
  const key = await addIntegrationKey(platform.db, platform.users.adm.id);
  const answers = [
    await list(key, platform.orgs.A),
    await platform.call(`GET /consoles/ext/webhook_deliveries?webhookId=${id}`, { key }),
    await create(key),
    await send('update_webhook', key, { id, enabled: false }),
    await send('rotate_webhook_secret', key, { id }),
    await send('test_webhook', key, { id }),
    await send('resend_webhook_delivery', key, { id: 1 }),
    await send('delete_webhook', key, { id }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403));
  expect(await rows()).toMatchObject([{ id: Number(id), is_enabled: true }]);
});

test('HOOK-1 an eleventh webhook is refused', async () => {
  const key = await keyOf('adm');
  for (let count = 0; count < 10; count += 1) expect((await create(key)).statusCode).toBe(200);
  expect((await create(key)).statusCode).toBe(409);
  expect((await create(key, { organisationId: platform.orgs.B })).statusCode).toBe(200);
  expect(await rows()).toHaveLength(11);
});

test.each([
  'http://hooks.example/',
  'https://user:password@hooks.example/',
  'https://user@hooks.example/',
  'https://hooks.example/#fragment',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.1.2.3/',
  'https://[::ffff:10.1.2.3]/',
  'https://[64:ff9b::7f00:1]/',
  'https://2130706433/',
  'https://localhost/',
  'https://hooks.internal/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'ftp://hooks.example/',
  'javascript:alert(1)',
  'hooks.example',
  '',
  `https://hooks.example/${'a'.repeat(1_000)}`,
])(
  'HOOK-4 CASES-29 the address %s is refused by its field, when it is made and when it is changed',
  async (address) => {
    const key = await keyOf('adm');
    const { id } = await made(key);
    for (const answer of [await create(key, { url: address }), await send('update_webhook', key, { id, url: address })])
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['url']]);
    expect(await rows()).toMatchObject([{ url }]);
  },
);

test.each([
  ['http://hooks.example/', 'must be a URL that begins with https://'],
  ['https://10.0.0.1/', 'must lead to a public address, not to a private network'],
  ['https://hooks.example/#top', 'cannot have a fragment (#)'],
])('HOOK-4 the refusal of %s names the reason: it %s', async (address, message) => {
  const answer = await create(await keyOf('adm'), { url: address });
  expect(answer.json().errors.url).toEqual([message]);
});

test('HOOK-24 a URL with a password gets a text of its own', async () => {
  const answer = await create(await keyOf('adm'), { url: 'https://user:password@hooks.example/' });
  expect([answer.statusCode, answer.json().errors.url]).toEqual([
    422,
    [expect.stringContaining('must not contain a user name or a password')],
  ]);
});

test('HOOK-4 OUTBOUND-5 a host of OUTBOUND_HOSTS may be http and private', async () => {
  const key = await keyOf('adm');
  expect((await create(key, { url: 'http://127.0.0.1:8080/hook' })).statusCode).toBe(422);
  hosts.push('127.0.0.1:8080');
  expect((await create(key, { url: 'http://127.0.0.1:8080/hook' })).statusCode).toBe(200);
  expect((await create(key, { url: 'http://127.0.0.1:8081/hook' })).statusCode).toBe(422);
});

test('HOOK-3 SECURITY-T26 the secret is answered once, stored encrypted for its row, and renewed with the secret of the platform', async () => {
  const key = await keyOf('adm');
  const first = (await create(key)).json();
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(JSON.stringify((await list(key, platform.orgs.A)).json())).not.toContain('whsec');
  const [row] = await rows();
  expect(row?.secret_sealed).not.toContain(first.secret);
  expect(webhookCipher([secret]).decrypt(row?.secret_sealed ?? '', String(row?.id))).toBe(first.secret);
  expect(webhookCipher([secret]).decrypt(row?.secret_sealed ?? '', '999')).toBeNull();
  expect(await renewStoredSecrets(platform.db, ['another secret '.repeat(4), secret])).toBe(0);
  expect((await rows())[0]?.secret_sealed).not.toBe(row?.secret_sealed);
  const logged = platform.logs.join('\n');
  expect(logged).not.toContain(first.secret);
});

test('HOOK-3 a changed secret leaves the one before it for a day, and a repeated key shows none', async () => {
  const key = await keyOf('adm');
  const header = { 'idempotency-key': 'one' };
  const first = (await send('create_webhook', key, { organisationId: platform.orgs.A, url }, header)).json();
  const again = (await send('create_webhook', key, { organisationId: platform.orgs.A, url }, header)).json();
  expect([again.webhook.id, again.secret]).toEqual([first.webhook.id, null]);
  const changed = (await send('rotate_webhook_secret', key, { id: first.webhook.id })).json();
  expect(changed.secret).not.toBe(first.secret);
  const until = new Date(platform.now().getTime() + 24 * hourMs).toISOString();
  expect(changed.webhook.previousSecretUntil).toBe(until);
  const [row] = await rows();
  expect(webhookCipher([secret]).decrypt(row?.previous_secret_sealed ?? '', String(row?.id))).toBe(first.secret);
});

test('HOOK-2 HARDEN-2 each act is an event of the activity, without the path of the address and without secrets', async () => {
  const key = await keyOf('adm');
  const { id } = await made(key, { url: `${url}?token=hidden`, types: ['USER_CREATED', 'USER_CREATED'] });
  await send('update_webhook', key, { id, url: `${url}/2?token=hidden`, types: [], enabled: false });
  await send('update_webhook', key, { id, enabled: false });
  await send('update_webhook', key, { id, enabled: true });
  await send('rotate_webhook_secret', key, { id });
  await send('test_webhook', key, { id });
  await send('delete_webhook', key, { id });
  const acts = ['create', 'edit', 'edit', 'changeSecret', 'test', 'delete'].map((verb) => `webhooks:${verb}`);
  const entries = await platform.auditEntries(...acts);
  expect(entries.map(({ action }) => action)).toEqual(acts);
  for (const entry of entries)
    expect(entry).toMatchObject({ target_type: 'webhook', target_id: String(id), subject_org_id: platform.orgs.A });
  expect(entries.slice(0, 3).map(({ before, after }) => ({ before, after }))).toEqual([
    { before: null, after: { url: origin, types: ['user.created'] } },
    {
      before: { url: origin, types: ['user.created'], is_enabled: true },
      after: { url: origin, types: null, is_enabled: false },
    },
    { before: { is_enabled: false }, after: { is_enabled: true } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/hidden|whsec/);
  expect(await rows()).toEqual([]);
});

test('HOOK-2 unknown types are refused, and the types of a webhook are in one order', async () => {
  const key = await keyOf('adm');
  expect((await create(key, { types: ['USER_MADE'] })).statusCode).toBe(422);
  const types = eventTypeNames.map(schemaEventType);
  expect((await made(key, { types: types.toReversed() })).types).toEqual(types);
});

test('HOOK-11 a new address is mailed to the Organisers of the organisation', async () => {
  await made(await keyOf('adm'), { url: `${url}?token=hidden` });
  const mails = await platform.mails('orgA');
  expect(mails.at(-1)).toContain(`are now sent to ${origin}.`);
});

test('HOOK-10 the webhooks of an organisation are tested 60 times an hour, and not while they are switched off', async () => {
  const key = await keyOf('adm');
  const { id } = await made(key);
  await send('update_webhook', key, { id, enabled: false });
  expect((await send('test_webhook', key, { id })).statusCode).toBe(409);
  await send('update_webhook', key, { id, enabled: true });
  const codes: number[] = [];
  for (let count = 0; count < 61; count += 1) codes.push((await send('test_webhook', key, { id })).statusCode);
  expect(codes).toEqual([...Array(60).fill(200), 429]);
  await send('delete_webhook', key, { id });
  const { id: next } = await made(key);
  expect((await send('test_webhook', key, { id: next })).statusCode).toBe(429);
  platform.moveClock(hourMs);
  expect((await send('test_webhook', await keyOf('adm'), { id: next })).statusCode).toBe(200);
});

test('HOOK-3 a webhook without its secret is switched on only after it got another one', async () => {
  const key = await keyOf('adm');
  const { id } = await made(key);
  await platform.db.updateTable('webhook').set({ secret_sealed: '', is_enabled: false }).where('id', '=', id).execute();
  expect((await send('update_webhook', key, { id, enabled: true })).statusCode).toBe(409);
  const { webhook } = (await send('rotate_webhook_secret', key, { id })).json();
  expect(webhook.previousSecretUntil).toBeNull();
  expect((await send('update_webhook', key, { id, enabled: true })).statusCode).toBe(200);
});
