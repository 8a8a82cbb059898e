import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { changePasswordDocument, programHeaders } from '../testing/documents.ts';
import { mode, password, startTestSystem, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem();

const path = '/consoles/change_pwd';
const newPassword = 'Brand-new-passw0rd';
const good = { currentPassword: password, password: newPassword, passwordConfirmation: newPassword };
const change = (tab: TestClient, input: object = {}, headers = {}) =>
  tab.graphql(changePasswordDocument, { input: { ...good, ...input } }, headers);
const stillSignedIn = async (tab: TestClient) => expect((await tab.graphql(viewerDocument)).data.viewer).not.toBeNull();

test('PWD-5 PWD-6 REST-12 OPEN-2 changes the password of the session’s own person, and ends every session', async () => {
  const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgA')];
  const copy = tab.copy();
  const { data, errors, setCookies } = await change(tab);
  expect([errors, data]).toEqual([[], { changePassword: { viewer: null } }]);
  expect(setCookies).toContainEqual(expect.stringContaining('__Host-console=; Max-Age=0'));
  expect(system.upstream.sent(path)).toEqual([
    expect.objectContaining({
      method: 'POST',
      body: {
        ent_usrs: {
          password: newPassword,
          password_confirmation: newPassword,
          current_password: password,
          ent_usr_id: system.platform.users.orgA.id,
        },
      },
    }),
  ]);
  expect((await copy.graphql(viewerDocument)).data).toEqual({ viewer: null });
  expect((await other.graphql(viewerDocument)).code).toBe('UNAUTHENTICATED');
  const sign = async (with_: string) =>
    (await system.login(system.client(), 'orgA', { password: with_ })).data.login.__typename;
  expect([await sign(password), await sign(newPassword)]).toEqual(['InvalidCredentials', 'LoginSuccess']);
});

test('PWD-2 SECURITY-4.4 a confirmation in NFD of a password in NFC is the same password, and both are sent alike', async () => {
  const tab = system.client();
  await system.login(tab, 'orgA');
  const composed = 'Pässwörd1!x'.normalize('NFC');
  const input = { password: composed, passwordConfirmation: composed.normalize('NFD') };
  expect((await change(tab, input)).errors).toEqual([]);
  expect(system.upstream.sent(path)[0]?.body).toMatchObject({
    ent_usrs: { password: composed, password_confirmation: composed },
  });
  const { data } = await system.login(system.client(), 'orgA', { password: composed.normalize('NFD') });
  expect(data.login.__typename).toBe('LoginSuccess');
});

test('PWD-7 ERR-6 a wrong current password is WRONG_PASSWORD with 422, and the session continues', async () => {
  const tab = await system.signIn('orgA');
  const { errors, setCookies } = await change(tab, { currentPassword: 'Wrong-passw0rd' });
  expect(errors[0]?.extensions).toMatchObject({ code: 'WRONG_PASSWORD', httpStatus: 422 });
  expect(setCookies).toEqual([]);
  await stillSignedIn(tab);
});

test('PWD-7 the sixth wrong one in 15 minutes is RATE_LIMITED', async () => {
  const tab = await system.signIn('orgA');
  for (let n = 0; n < 5; n += 1)
    expect((await change(tab, { currentPassword: `Wrong-passw0rd${n}` })).code).toBe('WRONG_PASSWORD');
  expect((await change(tab)).code).toBe('RATE_LIMITED');
  await stillSignedIn(tab);
});

test.each([
  ['a text', { status: 422, body: { message: 'Not yours' } }],
  ['a field', { status: 422, body: { message: 'Not yours', errors: { current_password: ['is wrong'] } } }],
  [
    'a code',
    { status: 422, body: { message: 'Not yours', code: 'WRONG_PASSWORD', errors: { current_password: ['is wrong'] } } },
  ],
  ['401', { status: 401, body: { message: 'Not yours' } }],
])('PWD-7 ERR-6 a product API that says so with %s is understood', async (_what, fault) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(path, fault);
  const { errors, setCookies } = await change(tab);
  expect(errors[0]).toMatchObject({ message: 'Not yours', extensions: { code: 'WRONG_PASSWORD', httpStatus: 422 } });
  expect(errors[0]?.extensions.fields.map((field) => field.path)).toEqual(
    'errors' in fault.body ? ['currentPassword'] : [],
  );
  expect(setCookies).toEqual([]);
  await stillSignedIn(tab);
});

test('PWD-7 SHELL-2 a 401 of a session that is over by then signs out', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(path, { status: 401, body: { message: 'Over' } });
  system.upstream.script('/tasks/api_user_detail', { real: true, times: 1 }, { status: 401, body: {} });
  const { code, setCookies } = await change(tab);
  expect([code, setCookies]).toEqual(['UNAUTHENTICATED', [expect.stringContaining('__Host-console=; Max-Age=0')]]);
});

test('PWD-3 ERR-8 problems of the new password have the input’s field names', async () => {
  const tab = await system.signIn('orgA');
  const errors = { 'ent_usrs.password': ['is too common'], password_confirmation: ['differs'] };
  system.upstream.script(path, { status: 422, body: { errors } });
  const answer = await change(tab);
  expect([answer.code, answer.errors[0]?.extensions.fields]).toEqual([
    'INVALID',
    [
      { path: 'password', code: 'NOT_ALLOWED', message: 'is too common' },
      { path: 'passwordConfirmation', code: 'OTHER', message: 'differs' },
    ],
  ]);
  await stillSignedIn(tab);
});

test('SECURITY-3.6 PWD-3 a password that the product API finds too common has the input’s field name, and the session continues', async () => {
  const tab = await system.signIn('orgA');
  const { code, errors, setCookies } = await change(tab, {
    password: 'Password1!',
    passwordConfirmation: 'Password1!',
  });
  const fields = [{ path: 'password', code: 'NOT_ALLOWED', message: 'is too common. Choose another one.' }];
  expect([code, errors[0]?.extensions.fields, setCookies]).toEqual(['INVALID', fields, []]);
  await stillSignedIn(tab);
});

test.each([
  ['PWD-1', { currentPassword: '' }, ['currentPassword required']],
  ['PWD-1', { password: '', passwordConfirmation: '' }, ['password required', 'passwordConfirmation required']],
  ['PWD-2', { passwordConfirmation: 'Another-passw0rd' }, ['passwordConfirmation Password Missmatch']],
  ['PWD-3', { password: 'short', passwordConfirmation: 'short' }, ['password Password is not matching the policy']],
])('%s MSG-12 %j is refused with the texts of the specification, and not sent', async (_item, input, lines) => {
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  const { code, errors } = await change(tab, input);
  expect(code).toBe('INVALID');
  expect(errors[0]?.extensions.fields.map((field) => `${field.path} ${field.message}`)).toEqual(lines);
  expect(system.upstream.requests).toEqual([]);
});

test('OPEN-2 GQL-13 an API key is FORBIDDEN, an anonymous caller UNAUTHENTICATED', async () => {
  expect((await change(system.client(), {}, programHeaders('some-key'))).code).toBe('FORBIDDEN');
  expect((await change(system.client())).code).toBe('UNAUTHENTICATED');
  expect(system.upstream.requests).toEqual([]);
});

test('CASES-43 a device is not remembered after the password was changed, in this browser or from a copy', async () => {
  const tab = system.client();
  await system.login(tab, 'mfaA');
  await system.login(tab, 'mfaA', { otp: await system.passcode('mfaA') });
  const copy = tab.copy();
  const { setCookies } = await change(tab);
  expect(setCookies).toContainEqual(expect.stringMatching(/^__Host-mfa-[\w-]{16}=; Max-Age=0/));
  const login = (browser: TestClient) => system.login(browser, 'mfaA', { password: newPassword });
  expect((await login(tab)).data.login.__typename).toBe('OtpRequired');
  // Without extensions only the cookie remembers the device, so a copy of the cookie still works.
  if (mode === 'on') expect((await login(copy)).data.login.__typename).toBe('OtpRequired');
});

describe('with CHANGE_PASSWORD_PATH', () => {
  test('OPEN-2 REST-12 the call goes there', async () => {
    const other = await startTestSystem({ settings: { CHANGE_PASSWORD_PATH: '/users/new_password' } });
    other.upstream.script('/users/new_password', { body: {} });
    const tab = await other.signIn('orgA');
    expect((await change(tab)).errors).toEqual([]);
    expect(other.upstream.sent('/users/new_password')).toHaveLength(1);
    expect(other.upstream.sent(path)).toEqual([]);
    await other.close();
  });
});
