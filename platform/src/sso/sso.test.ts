import { expect, test } from 'vitest';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import type { UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const secrets = ['a secret of these tests'.repeat(2)];
const platform = useTestPlatform({ settings: { secrets } });

const mask = '********';
const first = { client_id: 'client', tenant_id: 'tenant', client_secret: 's3cr3t-canary' };
const read = async (user: UserName, id: number) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call(`GET /consoles/get_sso?org_id=${id}`, { key: apiKey });
};
const save = async (user: UserName, ent_org_id: number, adfs: object) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call('POST /consoles/update_adfs', { key: apiKey, body: { adfs: { ...adfs, ent_org_id } } });
};
const stored = (id: number) =>
  platform.db.selectFrom('sso').selectAll().where('ent_org_id', '=', id).executeTakeFirst();
const audits = () => platform.auditEntries('sso:edit');
const opened = async (id: number) => {
  const cipher = createSecretCipher(secrets, 'sso');
  return cipher.decrypt((await stored(id))?.client_secret_sealed ?? '', String(id));
};

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-50 REST-51 SSO-1 SSO-5 SSO-6 ENT-8 %s reads nothing before the first save, then the ids and a mask',
  async (user) => {
    const { A } = platform.orgs;
    const empty = await read(user, A);
    expect([empty.statusCode, empty.json()]).toEqual([200, { sso: null }]);
    const saved = await save(user, A, { ...first, client_id: ' client ' });
    expect([saved.statusCode, saved.json()]).toEqual([200, { sso: { ...first, client_secret: mask } }]);
    expect((await read(user, A)).json()).toEqual(saved.json());
    expect((await read('adm', platform.orgs.B)).json()).toEqual({ sso: null });
  },
);

test('REST-51 SSO-4 OPEN-46 CASES-35 the mask keeps the stored secret, any other value replaces it', async () => {
  const { A } = platform.orgs;
  await save('orgA', A, first);
  expect(await opened(A)).toBe('s3cr3t-canary');
  platform.moveClock(1_000);
  const kept = await save('orgA', A, { client_id: 'new', tenant_id: 'tenant', client_secret: mask });
  expect(kept.json()).toEqual({ sso: { client_id: 'new', tenant_id: 'tenant', client_secret: mask } });
  expect([await opened(A), (await stored(A))?.updated_at]).toEqual(['s3cr3t-canary', platform.now()]);
  await save('orgA', A, { ...first, client_id: 'new', client_secret: 'n3w-canary' });
  expect(await opened(A)).toBe('n3w-canary');
  const row = await stored(A);
  await save('orgA', A, { ...first, client_id: 'new', client_secret: 'n3w-canary' });
  expect([await stored(A), (await audits()).length]).toEqual([row, 3]);
});

test('REST-51 SSO-9 OPEN-46 all three fields are required on the first save, when the mask is no valid secret', async () => {
  const { A } = platform.orgs;
  const required = ['required'];
  const none = await save('adm', A, {});
  const all = (value: string[]) => ({ client_id: value, tenant_id: value, client_secret: value });
  const refusal = { errors: all(required), codes: all(['REQUIRED']) };
  expect([none.statusCode, none.json()]).toEqual([422, refusal]);
  expect((await save('adm', A, { client_id: ' ', tenant_id: '', client_secret: '  ' })).json()).toEqual(refusal);
  const masked = await save('adm', A, { ...first, client_secret: mask });
  expect([masked.statusCode, masked.json()]).toEqual([
    422,
    { errors: { client_secret: required }, codes: { client_secret: ['REQUIRED'] } },
  ]);
  expect(await stored(A)).toBeUndefined();
  await save('adm', A, first);
  const emptied = await save('adm', A, { client_id: '', tenant_id: 'tenant', client_secret: '' });
  expect(emptied.json()).toEqual({
    errors: { client_id: required, client_secret: required },
    codes: { client_id: ['REQUIRED'], client_secret: ['REQUIRED'] },
  });
  expect(await opened(A)).toBe('s3cr3t-canary');
});

test('REST-51 OPEN-62 ids have at most 255 characters and the secret 1,000; other types are refused', async () => {
  const { A } = platform.orgs;
  const longest = { client_id: 'c'.repeat(255), tenant_id: 't'.repeat(255), client_secret: 's'.repeat(1_000) };
  expect((await save('adm', A, longest)).statusCode).toBe(200);
  const tooLong = Object.fromEntries(Object.entries(longest).map(([field, value]) => [field, `${value}x`]));
  expect((await save('adm', A, tooLong)).json()).toEqual({
    errors: {
      client_id: ['must have at most 255 characters'],
      tenant_id: ['must have at most 255 characters'],
      client_secret: ['must have at most 1000 characters'],
    },
    codes: {
      client_id: ['TOO_LONG'],
      tenant_id: ['TOO_LONG'],
      client_secret: ['TOO_LONG'],
    },
  });
  const wrong = await save('adm', A, { ...first, client_secret: ['x'] });
  expect([wrong.statusCode, wrong.json()]).toEqual([
    422,
    { errors: { client_secret: ['must be a text'] }, codes: { client_secret: ['FORMAT'] } },
  ]);
  expect(await opened(A)).toBe(longest.client_secret);
});

test('CASES-35 SSO-8 SECURITY-T26 the secret is in no response, log line, audit entry or column', async () => {
  const { A } = platform.orgs;
  const answers = [await save('orgA', A, first), await save('adm', A, { ...first, client_secret: `${mask}-canary` })];
  for (const user of ['adm', 'arc', 'orgA', 'assA', 'audA'] as const) {
    const { apiKey } = await platform.signIn(user);
    for (const path of [`get_sso?org_id=${A}`, `org_detail?org_id=${A}`, 'org_list'])
      answers.push(await platform.call(`GET /consoles/${path}`, { key: apiKey }));
  }
  expect(answers.filter(({ body }) => body.includes(mask)).length).toBeGreaterThan(4);
  const kept = [await stored(A), await platform.db.selectFrom('audit_entry').selectAll().execute()];
  for (const text of [...answers.map(({ body }) => body), ...platform.logs, JSON.stringify(kept)])
    expect(text).not.toContain('canary');
  for (const { body } of answers) expect(body).not.toContain('client_secret_sealed');
});

test('REST-51 SECURITY-T17 the changed fields are audited, with the mask for a secret', async () => {
  const { A } = platform.orgs;
  await save('orgA', A, first);
  await save('adm', A, { ...first, tenant_id: 'other', client_secret: mask });
  await save('adm', A, { ...first, tenant_id: 'other', client_secret: 'n3w' });
  const target = { target_type: 'ent_org', target_id: String(A) };
  expect(await audits()).toMatchObject([
    { ...target, ent_usr_id: platform.users.orgA.id, before: null, after: { ...first, client_secret: mask } },
    { ...target, ent_usr_id: platform.users.adm.id, before: { tenant_id: 'tenant' }, after: { tenant_id: 'other' } },
    { ...target, before: { client_secret: mask }, after: { client_secret: mask } },
  ]);
  expect(Object.keys((await audits())[1]?.after ?? {})).toEqual(['tenant_id']);
});

test('OPEN-46 OPEN-18 if Assessors do not manage users, they read the settings and cannot save them', async () => {
  const strict = await startTestPlatform({ settings: { assessorManagesUsers: false } });
  const { apiKey: key } = await strict.signIn('assA');
  const { A } = strict.orgs;
  expect((await strict.call(`GET /consoles/get_sso?org_id=${A}`, { key })).statusCode).toBe(200);
  const body = { adfs: { ...first, ent_org_id: A } };
  expect((await strict.call('POST /consoles/update_adfs', { key, body })).statusCode).toBe(403);
  await strict.close();
});
