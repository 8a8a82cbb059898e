import { appCode } from '@console/platform/testing/authenticator-app';
import { expect } from 'vitest';
import {
  confirmAuthenticatorApp,
  factorFields,
  firstCode,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetSecondFactors,
  setUpApp,
  setUpAuthenticatorApp,
} from '../testing/authenticator-app-mutations.ts';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { password, sendOtpDocument, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const factorsOf = async (tab: TestClient) =>
  (await tab.graphql(`{ viewer { user { security { ${factorFields} } } } }`)).data.viewer.user.security?.secondFactors;
const loginDocument = `mutation($input: LoginInput!) { login(input: $input) { __typename
  ... on OtpRequired { email sent passcodeMailed resendIn factor } ... on InvalidOtp { triesLeft } } }`;
const login = async (tab: TestClient, otp?: string) =>
  (await tab.graphql(loginDocument, { input: { email: system.platform.users.orgA.email, password, otp } })).data.login;
const asksForApp = { sent: false, passcodeMailed: false, resendIn: 0, factor: 'APP' };

testWith('on', 'FACTOR-1 an app is set up, its state is shown, codes are made anew, and it is removed', async () => {
  const tab = await system.signIn('orgA');
  expect(await factorsOf(tab)).toEqual({ authenticatorApp: null });
  const { data } = await setUpAuthenticatorApp(tab);
  const { setupId, secret, uri, expiresAt } = data.setUpAuthenticatorApp;
  expect(uri).toContain(`secret=${secret}`);
  expect(new Date(expiresAt).getTime() - system.platform.now().getTime()).toBe(600_000);
  const wrong = await confirmAuthenticatorApp(tab, setupId, '12345');
  expect([wrong.code, wrong.errors[0]?.extensions.fields]).toEqual([
    'INVALID',
    [expect.objectContaining({ path: 'code', message: 'Incorrect code' })],
  ]);
  const answer = (await confirmAuthenticatorApp(tab, setupId, firstCode(system, { secret }))).data;
  const { recoveryCodes, secondFactors } = answer.confirmAuthenticatorApp;
  expect(recoveryCodes).toHaveLength(10);
  expect(secondFactors.authenticatorApp).toEqual({
    createdAt: system.platform.now().toISOString(),
    recoveryCodesLeft: 10,
  });
  expect(await factorsOf(tab)).toEqual(secondFactors);
  const anew = (await renewRecoveryCodes(tab)).data.renewRecoveryCodes.recoveryCodes;
  expect(new Set([...anew, ...recoveryCodes]).size).toBe(20);
  expect((await removeAuthenticatorApp(tab)).data.removeAuthenticatorApp.secondFactors.authenticatorApp).toBeNull();
  expect(await factorsOf(tab)).toEqual({ authenticatorApp: null });
});

testWith('on', 'FACTOR-2 without the password, and with an API key, nothing is set up, removed or made', async () => {
  const tab = await system.signIn('orgA');
  const key = await system.integrationKey('orgA', ['read', 'sensitive:write']);
  for (const mutate of [setUpAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes]) {
    expect((await mutate(tab, {}, 'wrong')).code).toBe('WRONG_PASSWORD');
    expect((await mutate(tab, { ...programHeaders(key), cookie: undefined })).code).toBe('FORBIDDEN');
  }
  for (const mutate of [setUpAuthenticatorApp, removeAuthenticatorApp])
    expect((await mutate(tab, {}, null)).code).toBe('WRONG_PASSWORD');
  const bearer = { ...programHeaders(key), cookie: undefined };
  for (const mutate of [setUpAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes])
    expect((await mutate(system.client())).code).toBe('UNAUTHENTICATED');
  expect((await confirmAuthenticatorApp(system.client(), '1', '123456')).code).toBe('UNAUTHENTICATED');
  expect((await confirmAuthenticatorApp(tab, '1', '123456', bearer)).code).toBe('FORBIDDEN');
  expect((await renewRecoveryCodes(tab)).code).toBe('CONFLICT');
  expect((await confirmAuthenticatorApp(tab, '999999', '123456')).code).toBe('TOKEN_INVALID');
});

testWith(
  'on',
  'FACTOR-5 FACTOR-7 signing in asks for the app and sends no REST-5; a code or a recovery code signs in, and the device is remembered',
  async () => {
    const { secret, recoveryCodes } = await setUpApp(system, await system.signIn('orgA'));
    system.platform.moveClock(30_000);
    const tab = system.client();
    const { email } = system.platform.users.orgA;
    expect(await login(tab)).toEqual({ __typename: 'OtpRequired', email, ...asksForApp });
    expect((await tab.graphql(sendOtpDocument, { email })).code).toBe('TOKEN_INVALID');
    expect(await login(tab, '000000')).toEqual({ __typename: 'InvalidOtp', triesLeft: 4 });
    expect(await login(tab, appCode(secret, system.platform.now()))).toEqual({ __typename: 'LoginSuccess' });
    // The remembered device skips the app, although the organisation does not require passcodes.
    expect(await login(tab)).toEqual({ __typename: 'LoginSuccess' });
    expect(system.upstream.sent('/login').at(-1)?.body).toMatchObject({ otp_required: false });
    const other = system.client();
    await login(other);
    expect(await login(other, recoveryCodes[0])).toEqual({ __typename: 'LoginSuccess' });
    const third = system.client();
    await login(third);
    expect(await login(third, recoveryCodes[0])).toEqual({ __typename: 'InvalidOtp', triesLeft: 4 });
  },
);

testWith('on', 'FACTOR-1 a repeated set-up answers no secret, and its codes are answered once', async () => {
  const tab = await system.signIn('orgA');
  const key = (name: string) => ({ 'idempotency-key': name });
  const setup = (await setUpAuthenticatorApp(tab, key('begin'))).data.setUpAuthenticatorApp;
  const again = (await setUpAuthenticatorApp(tab, key('begin'))).data.setUpAuthenticatorApp;
  expect(again).toEqual({ ...setup, secret: null, uri: null });
  const code = firstCode(system, setup);
  const first = (await confirmAuthenticatorApp(tab, setup.setupId, code, key('confirm'))).data;
  const second = (await confirmAuthenticatorApp(tab, setup.setupId, code, key('confirm'))).data;
  expect(second.confirmAuthenticatorApp).toEqual({ ...first.confirmAuthenticatorApp, recoveryCodes: null });
  const { db } = system.platform;
  const stored = [
    await db.selectFrom('idempotency_key').selectAll().execute(),
    await db.selectFrom('idempotent_operation').selectAll().execute(),
  ].flat();
  const texts = stored.map(({ answer }) => Buffer.from(answer ?? '', 'base64').toString('latin1')).join();
  for (const text of [setup.secret, first.confirmAuthenticatorApp.recoveryCodes[0]]) expect(texts).not.toContain(text);
});

testWith('off', 'FACTOR-10 a product API without our extensions has no second factors', async () => {
  const tab = await system.signIn('orgA');
  expect(await factorsOf(tab)).toBeUndefined();
  expect((await setUpAuthenticatorApp(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await confirmAuthenticatorApp(tab, '1', '123456')).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await removeAuthenticatorApp(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await renewRecoveryCodes(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await resetSecondFactors(tab, 1)).code).toBe('CAPABILITY_UNAVAILABLE');
});
