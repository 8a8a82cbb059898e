import { openApiDocument } from '@console/contract/api-document/openapi';
import { calls } from '@console/contract/calls/all';
import { expect, test } from 'vitest';
import { readPlatformSettings } from './core/base/settings.ts';
import { buildPlatform } from './server.ts';
import { newOrganisation, organisationForm } from './testing/forms.ts';
import { png } from './testing/images.ts';
import { startTestPlatform, useTestPlatform } from './testing/platform.ts';
import { recordProcesses } from './testing/processes.ts';

const platform = useTestPlatform();

test('DESIGN-3 REST-62 every declared call is served under its method and path, and those that need a key are 401 without one', async () => {
  for (const { name, method, path, access } of Object.values(calls)) {
    expect([name, platform.app.hasRoute({ method, url: path })], 'an area of platform/src has a route for it').toEqual([
      name,
      true,
    ]);
    if (access === 'public') continue;
    expect([name, (await platform.call(`${method} ${path}`)).statusCode]).toEqual([name, 401]);
  }
});

test('DESIGN-3 GET /openapi.json is the OpenAPI document of the contract, without a key', async () => {
  const answer = await platform.call('GET /openapi.json');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test('REST-61 doubled and trailing slashes, as some clients send them, reach the same call', async () => {
  for (const path of ['/centrals/module_role_list', '//centrals/module_role_list', '/centrals/module_role_list/'])
    expect((await platform.call(`GET ${path}`)).statusCode).toBe(200);
  expect((await platform.call('GET //continuers/con_dept_responders')).statusCode).toBe(401);
});

test('SPEC-8 missing fields and fields of the wrong type are 422 with the field and what is allowed', async () => {
  const answer = await platform.call('POST /login', { body: { api: 'yes', ent_usr: { email: 7 }, otp: ['x'] } });
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      errors: {
        api: ['must be true or false'],
        email: ['must be a text'],
        password: ['is required'],
        otp: ['must be a text'],
      },
      codes: {
        api: ['FORMAT'],
        email: ['FORMAT'],
        password: ['REQUIRED'],
        otp: ['FORMAT'],
      },
    },
  ]);
  const none = await platform.call('POST /login');
  expect([none.statusCode, none.json()]).toEqual([
    422,
    { errors: { base: ['must be an object'] }, codes: { base: ['FORMAT'] } },
  ]);
});

test.each(['email', 'password'])('SPEC-8 a NUL in %s is 422, not a database error', async (field) => {
  const ent_usr = { email: 'a', password: 'b', [field]: 'x\u0000y' };
  const answer = await platform.call('POST /login', { body: { api: true, ent_usr } });
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { errors: { [field]: ['must not contain control characters'] }, codes: { [field]: ['FORMAT'] } },
  ]);
});

test('CASES-22 a body that is not JSON, too large or of another type is refused as JSON, without internals', async () => {
  const headers = { 'content-type': 'application/json' };
  const post = (body: string, more = {}) => platform.call('POST /login', { body, headers: { ...headers, ...more } });
  const answers = [
    await post('{ "not a JSON'),
    await post('{"__proto__": {"x": 1}}'),
    await post(JSON.stringify({ x: 'x'.repeat(200_000) })),
    await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 413, 415]);
  for (const answer of answers) {
    expect(Object.keys(answer.json())).toEqual(['message']);
    expect(answer.body).not.toMatch(/stack|node_modules|SELECT |PG::/);
  }
});

test('SPEC-8 an unknown path is a 404 in JSON, and HEAD does nothing', async () => {
  const answer = await platform.call('GET /consoles/unknown');
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not Found' }]);
  const unreadable = await platform.call('GET /files/%zz-canary');
  expect([unreadable.statusCode, unreadable.json()]).toEqual([400, { message: 'The URL is not valid.' }]);
  expect(unreadable.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  expect((await platform.call('HEAD /consoles/enable_disable_org?org_id=1')).statusCode).toBe(404);
});

test('RELIABILITY-F5 ERR-9 a server error says Request Failed, and its cause is logged without values', async () => {
  const own = await startTestPlatform();
  await own.db.schema.alterTable('role').renameTo('role_gone').execute();
  const answer = await own.call('GET /centrals/module_role_list', { headers: { 'x-request-id': 'request-8' } });
  expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Request Failed' }]);
  const line = own.logs.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'call failed');
  expect(line).toMatchObject({ requestId: 'request-8', err: { message: 'database error 42P01' } });
  await own.db.schema.alterTable('role_gone').renameTo('role').execute();
  await own.close();
});

test('SECURITY-T28 the server has a deadline for requests and for headers', () => {
  expect(platform.app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 });
});

test('DESIGN-7 a slow start on a busy machine continues', () => {
  expect(platform.app.initialConfig).toMatchObject({ pluginTimeout: 0 });
});

test('SECURITY-T19 responses are never cached', async () => {
  const { headers } = await platform.call('GET /centrals/module_role_list');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

test('DESIGN-7 the platform is live and ready, and no longer ready while it drains', async () => {
  const own = await startTestPlatform();
  const status = async (path: 'live' | 'ready') => (await own.call(`GET /health/${path}`)).statusCode;
  expect([await status('live'), await status('ready')]).toEqual([200, 200]);
  own.app.drain();
  expect([await status('live'), await status('ready')]).toEqual([200, 503]);
  expect((await own.call('GET /centrals/module_role_list')).headers.connection).toBe('close');
  await own.close();
});

test('SECURITY-T21 CASES-15 no password, passcode, key, token, email, query or header is in any log line', async () => {
  const { apiKey, token } = await platform.signIn('orgA');
  const path = 'GET /consoles/org_detail?org_id=1&canary=query-canary' as const;
  await platform.call(path, { key: apiKey, headers: { 'access-token': token, 'x-other': 'header-canary' } });
  await platform.call('GET /unknown-canary/path?x=query-canary', { key: apiKey });
  const { login_attempt } = (await platform.login('mfaA')).json();
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
  const otp = await platform.passcode('mfaA');
  const { current_ent_usr, remember_token } = (await platform.login('mfaA', { otp, login_attempt })).json();
  await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: apiKey } } });
  await platform.call('POST /login', {
    body: '{"password":"body-canary',
    headers: { 'content-type': 'application/json' },
  });
  await platform.call('POST /consoles/logout_api_user', { key: apiKey });
  const lines = platform.logs.join('');
  expect(lines).toContain('"path":"/consoles/org_detail"');
  const { api_key, session_token } = current_ent_usr;
  const secrets = [apiKey, token, login_attempt, api_key, session_token, remember_token, 'Passw0rd!x', `"${otp}"`];
  for (const secret of [...secrets, 'canary', 'a.example', 'm.example']) expect(lines).not.toContain(secret);
});

test('DESIGN-4 a log line has method, path, status, time and the client’s request id, or a new one if that is invalid', async () => {
  await platform.call('GET /consoles/org_detail', { headers: { 'x-request-id': 'from-the-gateway' } });
  await platform.call('GET /consoles/org_detail', { headers: { 'x-request-id': 'bad id\twith spaces' } });
  const [good, bad] = platform.logs.slice(-2).map((line) => JSON.parse(line));
  expect(good).toMatchObject({ method: 'GET', path: '/consoles/org_detail', status: 401, ms: expect.any(Number) });
  expect(good.requestId).toBe('from-the-gateway');
  expect(bad.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('BOOT-9 checks of health are not in the log', async () => {
  const before = platform.logs.length;
  for (const path of ['live', 'ready'] as const)
    expect((await platform.call(`GET /health/${path}`)).statusCode).toBe(200);
  expect(platform.logs.slice(before)).toEqual([]);
});

test('CASES-26 SPEC-8 an id with a leading zero is invalid', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const read = async (id: string) => (await platform.call(`GET /consoles/org_detail?org_id=${id}`, { key })).statusCode;
  expect([await read(`${platform.orgs.A}`), await read(`0${platform.orgs.A}`)]).toEqual([200, 422]);
});

test('SECURITY-T14 a platform ends its rendering processes when it closes', async () => {
  const { processes, stop } = recordProcesses();
  const settings = readPlatformSettings({ PLATFORM_SECRET: 'a secret of the tests '.repeat(2) });
  const app = await buildPlatform({ db: platform.db, settings, clock: platform.now, mailer: { send: async () => {} } });
  const { apiKey } = await platform.signIn('adm');
  const { body, headers } = organisationForm(newOrganisation('New'), { logo: await png(), icon: await png() });
  const sent = { payload: body, headers: { ...headers, 'api-key': apiKey } };
  const answer = await app.inject({ method: 'POST', url: '/consoles', ...sent });
  await app.close();
  stop();
  expect([answer.statusCode, processes.map(({ signalCode }) => signalCode)]).toEqual([200, ['SIGKILL']]);
});
