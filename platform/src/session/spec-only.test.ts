import { extensionCalls } from '@console/contract/calls/extensions';
import { expect, test } from 'vitest';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform({ settings: { extensions: false } });

const send = () => platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example' } });

test('DESIGN-5 with extensions every response announces them, whatever its status; without them none does', async () => {
  const extended = await startTestPlatform();
  const { apiKey } = await extended.signIn('orgA');
  const whats = [
    ['GET /consoles/industry_list', undefined, 200],
    ['POST /login', undefined, 422],
    ['GET /consoles/pending_org_list', undefined, 401],
    ['GET /consoles/org_list', apiKey, 403],
    ['GET /unknown', undefined, 404],
  ] as const;
  for (const [what, key, status] of whats) {
    const answer = await extended.call(what, { key });
    expect([what, answer.statusCode, answer.headers['x-console-extensions']]).toEqual([what, status, '1']);
    expect((await platform.call(what)).headers).not.toHaveProperty('x-console-extensions');
  }
  await extended.close();
});

test('DESIGN-5 with extensions the capabilities are public', async () => {
  const extended = await startTestPlatform();
  const answer = await extended.call('GET /consoles/ext/capabilities');
  expect(answer.json()).toEqual({ capabilities: ['extensions', 'extensions_1_1'] });
  await extended.close();
});

test('DESIGN-5 DESIGN-8 OPEN-71 without extensions none of their calls exists, and an organisation needs its id', async () => {
  const { apiKey: key } = await platform.signIn('adm');
  const { A } = platform.orgs;
  for (const { method, path } of Object.values(extensionCalls))
    for (const id of ['', `?org_id=${A}`])
      expect([path, (await platform.call(`${method} ${path}${id}`, { key })).statusCode]).toEqual([path, 404]);
  const answer = await platform.call('GET /consoles/org_detail', { key });
  expect([answer.statusCode, answer.json()]).toEqual([422, { errors: { org_id: ['is required'] } }]);
  const { org } = (await platform.call(`GET /consoles/org_detail?org_id=${A}`, { key })).json();
  expect(org).not.toHaveProperty('active_users_count');
});

test('DESIGN-5 without extensions OTP_REQUIRED and INVALID_OTP have no further fields', async () => {
  expect((await platform.login('mfaA')).json()).toEqual({ message: 'OTP_REQUIRED' });
  expect((await platform.login('mfaA', { otp: '2222', login_attempt: 'x' })).json()).toEqual({
    message: 'INVALID_OTP',
  });
});

test('PROTOCOLS-3.5 PROTOCOLS-3.8 without extensions a passcode is sent before the password, and signs in with no further field', async () => {
  expect((await send()).json()).toEqual({});
  const answer = await platform.login('mfaA', { otp: await platform.passcode('mfaA'), otp_required: true });
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.json())).toEqual(['current_ent_usr']);
  expect(answer.json().current_ent_usr).not.toHaveProperty('last_sign_in_at');
});

test('PROTOCOLS-3.4 DESIGN-5 without extensions a bare otp_required:false is accepted', async () => {
  expect((await platform.login('mfaA', { otp_required: false })).statusCode).toBe(200);
  expect((await platform.login('mfaA', { otp_required: true })).statusCode).toBe(422);
});

test('DESIGN-5 without extensions 429 has only the text and the standard header', async () => {
  await send();
  const refused = await send();
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { message: 'Too many attempts. Try again in 30 seconds.' },
  ]);
  expect(refused.headers['retry-after']).toBe('30');
});
