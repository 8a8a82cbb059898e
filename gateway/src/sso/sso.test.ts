import { secretMask } from '@console/contract/rules';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';
import { goodSso, tabPaths, updateSsoDocument } from '../testing/tab-mutations.ts';

const secret = 's3cr3t-canary "quoted"\\';
const plain = 's3cr3t-canary';

const system = useTestSystem();
let tab: TestClient;
beforeAll(async () => {
  // Closing the system fails if a response or log line contains the secret.
  system.watch(plain);
});
beforeEach(async () => {
  tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
});

const own = () => system.platform.orgs.A;
const save = (more: object = {}, by = tab, headers = {}) =>
  by.graphql(updateSsoDocument, { input: goodSso(own(), more) }, headers);
const read = async (by = tab) =>
  by.graphql('query($id: ID!) { organisation(id: $id) { sso { id clientId tenantId secretSet } } }', { id: own() });
const bodies = () => system.upstream.sent(tabPaths.saveSso).map(({ body }) => (body as { adfs: object }).adfs);
const sealed = async () => {
  const row = await system.platform.db.selectFrom('sso').select('client_secret_sealed').executeTakeFirst();
  return row?.client_secret_sealed;
};

test('SSO-1 SSO-6 REST-50 nothing was saved yet: null, by one call', async () => {
  const { data, errors } = await read();
  expect([errors, data.organisation.sso]).toEqual([[], null]);
  expect(system.upstream.sent(tabPaths.sso)).toEqual([
    expect.objectContaining({ method: 'GET', query: { org_id: String(own()) } }),
  ]);
});

test('SSO-5 ENT-8 REST-51 saves all three, and tells of the secret only that it is there', async () => {
  const { data, errors } = await save({ clientId: ' client-1 ', clientSecret: secret });
  expect(errors).toEqual([]);
  const id = String(own());
  expect(data.updateSso).toEqual({
    sso: { id, clientId: 'client-1', tenantId: 'tenant-1', secretSet: true },
    organisation: { id, sso: { id, clientId: 'client-1', secretSet: true } },
  });
  expect(bodies()).toEqual([
    { client_id: 'client-1', tenant_id: 'tenant-1', client_secret: secret, ent_org_id: own() },
  ]);
  expect((await read()).data.organisation.sso).toEqual({
    id,
    clientId: 'client-1',
    tenantId: 'tenant-1',
    secretSet: true,
  });
});

test.each([undefined, null, secretMask])(
  'SSO-4 OPEN-46 a secret of %j keeps the stored one, which is read and sent back unchanged',
  async (clientSecret) => {
    await save({ clientSecret: secret });
    const before = await sealed();
    system.upstream.requests.length = 0;
    const { errors, data } = await save({ clientId: 'client-2', clientSecret });
    expect([errors, data.updateSso.sso.clientId]).toEqual([[], 'client-2']);
    expect(system.upstream.sent(tabPaths.sso).length).toBeGreaterThan(0);
    expect(bodies()).toEqual([expect.objectContaining({ client_id: 'client-2', client_secret: secretMask })]);
    expect([before, await sealed()]).toEqual([expect.any(String), before]);
  },
);

test('SSO-5 DESIGN-4 ids that are left out stay, and null is refused', async () => {
  await save({ clientSecret: secret });
  const { errors } = await save({ clientId: undefined, tenantId: 'tenant-2' });
  expect([errors, (await read()).data.organisation.sso]).toMatchObject([
    [],
    { clientId: 'client-1', tenantId: 'tenant-2', secretSet: true },
  ]);
  const emptied = await save({ tenantId: null });
  expect(emptied.errors[0]?.extensions.fields).toEqual([{ path: 'tenantId', code: 'REQUIRED', message: 'required' }]);
  expect((await read()).data.organisation.sso).toMatchObject({ tenantId: 'tenant-2' });
});

test('SSO-9 OPEN-46 the first save needs all three', async () => {
  const { errors } = await save({ clientId: undefined, tenantId: undefined });
  expect(errors[0]?.extensions.fields.map(({ path }) => path)).toEqual(['clientId', 'tenantId', 'clientSecret']);
  expect(bodies()).toEqual([]);
});

test('SSO-4 OPEN-46 another product API gets its own secret back unchanged', async () => {
  system.upstream.script(tabPaths.sso, {
    body: { sso: { client_id: 'a', tenant_id: 'b', client_secret: ` ${plain} ` } },
  });
  const { data, errors } = await save();
  expect([errors, bodies()[0]]).toEqual([[], expect.objectContaining({ client_secret: ` ${plain} ` })]);
  expect(data.updateSso.sso).toMatchObject({ secretSet: true });
  expect((await read()).data.organisation.sso).toMatchObject({ clientId: 'a', secretSet: true });
});

test.each([undefined, secretMask])('SSO-9 OPEN-46 the first save needs the secret (%j)', async (clientSecret) => {
  const { code, errors, data } = await save({ clientSecret });
  expect([code, data, bodies()]).toEqual(['INVALID', null, []]);
  expect(errors[0]?.extensions.fields).toEqual([{ path: 'clientSecret', code: 'REQUIRED', message: 'required' }]);
});

test('SSO-9 OPEN-62 blank and overlong fields are refused before anything is sent', async () => {
  const blank = await save({ clientId: ' ', tenantId: '', clientSecret: '' });
  expect(blank.errors[0]?.extensions.fields).toEqual(
    ['clientId', 'tenantId', 'clientSecret'].map((path) => ({ path, code: 'REQUIRED', message: 'required' })),
  );
  const long = await save({ clientId: 'x'.repeat(256), tenantId: 'x'.repeat(255), clientSecret: 'x'.repeat(1001) });
  expect(long.errors[0]?.extensions.fields.map(({ path }) => path)).toEqual(['clientId', 'clientSecret']);
  expect([...system.upstream.sent(tabPaths.sso), ...bodies()]).toEqual([]);
});

describe('a refusal', () => {
  test.each([
    ['in its message', { message: `The secret ${secret} is too weak` }],
    ['at a field', { errors: { client_secret: [`is ${secret}`] } }],
    ['where it is cut', { message: `${'x'.repeat(490)}${secret}` }],
    ['elsewhere', { message: 'no', debug: { given: secret } }],
  ])('SSO-8 CASES-35 that quotes the secret %s says no more than that it is one', async (_where, body) => {
    system.upstream.script(tabPaths.saveSso, { status: 422, body });
    const { text, code, errors } = await save({ clientSecret: secret });
    expect([code, errors[0]?.message]).toEqual(['INVALID', 'Request Failed']);
    expect(text).not.toContain('s3c');
  });

  test('SSO-5 ERR-10 without the secret is shown completely, with the input’s field names', async () => {
    const body = { errors: { client_id: ['is taken'], 'adfs.tenant_id': ['is odd'] } };
    system.upstream.script(tabPaths.saveSso, { status: 422, body });
    const { errors } = await save({ clientSecret: secret });
    expect(errors[0]?.message).toBe('client_id is taken\nadfs.tenant_id is odd');
    expect(errors[0]?.extensions.fields).toEqual([
      { path: 'clientId', code: 'TAKEN', message: 'is taken' },
      { path: 'tenantId', code: 'OTHER', message: 'is odd' },
    ]);
  });

  test('SSO-4 what cannot be read is not overwritten', async () => {
    system.upstream.script(tabPaths.sso, { status: 500, body: {} });
    expect([(await save()).code, bodies()]).toEqual(['UPSTREAM_BAD_RESPONSE', []]);
  });
});

test('SSO-5 what was saved and cannot be read again costs its own fields alone', async () => {
  system.upstream.script(tabPaths.saveSso, { real: true, change: () => ({}) });
  system.upstream.script(tabPaths.sso, { status: 500, body: {} });
  const { data, errors } = await save({ clientSecret: secret });
  expect(data.updateSso.sso).toBeNull();
  expect(errors.every(({ path }) => path && path.length > 1)).toBe(true);
  expect(await sealed()).toEqual(expect.any(String));
});

test.each([{}, { sso: null }, { sso: {} }, { sso: { client_id: null, tenant_id: '', client_secret: null } }])(
  'SSO-6 OPEN-49 %j says that nothing was saved',
  async (body) => {
    system.upstream.script(tabPaths.sso, { body });
    const { data, errors } = await read();
    expect([errors, data.organisation.sso]).toEqual([[], null]);
  },
);

test('SSO-8 CASES-35 GQL-12 the secret is in no response, log or table, for any user or program, or when sent the wrong way', async () => {
  await save({ clientSecret: plain });
  for (const user of ['adm', 'arc', 'orgA', 'assA', 'audA'] as const) {
    const { text } = await read(await system.signIn(user));
    expect(text).not.toContain(plain);
  }
  const headers = programHeaders(await system.integrationKey('orgA'));
  expect((await save({ clientSecret: plain }, system.client(), headers)).errors).toEqual([]);
  const asArgument = await tab.graphql(`{ organisation(id: "${own()}") { sso { clientSecret client_secret } } }`);
  expect(asArgument.status).toBe(400);
  expect([...system.logs, ...system.platform.logs].join('\n')).not.toContain(plain);
  expect(await sealed()).not.toContain(plain);
});
