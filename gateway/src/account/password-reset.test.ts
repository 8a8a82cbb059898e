import { describe, expect, test } from 'vitest';
import { passwordResetDocument, resetPasswordDocument } from '../testing/documents.ts';
import { mode, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem();

const [lookUp, set] = ['/consoles/user_by_reset_pwd', '/consoles/reset_pwd'];
const newPassword = 'Brand-new-passw0rd';
const resetOf = async (token: unknown) => (await system.client().graphql(passwordResetDocument, { token })).data;
const reset = (input: object) =>
  system.client().graphql(resetPasswordDocument, {
    input: { email: 'orga@a.example', password: newPassword, passwordConfirmation: newPassword, token: 't', ...input },
  });
describe('the owner of a reset token', () => {
  test('RESET-4 REST-8 the email that the link was mailed to, without a key or a cookie', async () => {
    const token = await system.resetToken('orgA');
    expect(await resetOf(token)).toEqual({ passwordReset: { email: 'orga@a.example', invitation: null } });
    expect(system.upstream.sent(lookUp)).toEqual([
      expect.objectContaining({ method: 'POST', body: { reset_password_token: token } }),
    ]);
    expect(system.upstream.sent(lookUp)[0]?.headers).not.toHaveProperty('api-key');
  });

  test('RESET-5 CASES-45 is null for an unknown, changed or replaced token, and after an hour', async () => {
    const old = await system.resetToken('orgA');
    const token = await system.resetToken('orgA');
    expect(token).not.toBe(old);
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of ['nonsense', changed, old]) expect(await resetOf(wrong)).toEqual({ passwordReset: null });
    expect(await resetOf(token)).not.toEqual({ passwordReset: null });
    system.platform.moveClock(60 * 60_000 + 1000);
    expect(await resetOf(token)).toEqual({ passwordReset: null });
  });

  test('RESET-5 CASES-45 an empty token or one of 10 KB is null without a call, a list is not text', async () => {
    for (const token of ['', ' ', 'x'.repeat(10_000)]) expect(await resetOf(token)).toEqual({ passwordReset: null });
    const { status, code } = await system.client().graphql(passwordResetDocument, { token: ['a'] });
    expect([status, code]).toEqual([400, 'QUERY_INVALID']);
    expect(system.upstream.requests).toEqual([]);
  });

  test.each([
    [{ status: 404, body: {} }, null],
    [{ status: 422, body: { code: 'TOKEN_INVALID', message: 'no' } }, null],
    [{ status: 422, body: { message: 'no' } }, null],
    [{ status: 401, body: {} }, null],
    [{ body: { user: { id: 1, email: 'x@y.z' }, kind: 'onboarding' } }, null],
    [{ body: { user: { id: 1, email: 'x@y.z' }, kind: 'invitation' } }, { email: 'x@y.z', invitation: null }],
    [{ body: { email: 'x@y.z' } }, { email: 'x@y.z', invitation: null }],
  ])('RESET-5 OPEN-70 CASES-45 the product API says %j: %j', async (fault, expected) => {
    system.upstream.script(lookUp, fault);
    expect(await resetOf('token')).toEqual({ passwordReset: expected });
  });

  const wire = {
    kind: 'user',
    inviter: 'Ada',
    organisation: 'A',
    role: 'ASSESSOR',
    expires_at: '2026-12-01T00:00:00Z',
  };
  const respondWith = (invitation: unknown) =>
    system.upstream.script(lookUp, { body: { user: { email: 'x@y.z' }, kind: 'invitation', invitation } });

  testWith('on', 'START-17 a link says who invited, where, as what and until when, without a key', async () => {
    const token = await system.platform.issueToken('invited', 'invitation');
    system.watch(token);
    const none = { kind: 'USER', invitedBy: null, organisation: null, role: null, expiresAt: expect.any(String) };
    expect(await resetOf(token)).toEqual({
      passwordReset: { email: system.platform.users.invited.email, invitation: none },
    });
    respondWith(wire);
    const said = { invitedBy: 'Ada', organisation: 'A', role: 'Assessor', expiresAt: '2026-12-01T00:00:00.000Z' };
    expect(await resetOf(token)).toEqual({ passwordReset: { email: 'x@y.z', invitation: { kind: 'USER', ...said } } });
    for (const { headers } of system.upstream.requests) expect(headers).not.toHaveProperty('api-key');
  });

  testWith('on', 'START-17 an invitation of an unknown kind, without an end or of another form is null', async () => {
    for (const invitation of [{ ...wire, kind: 'x' }, { ...wire, expires_at: null }, 'x', [], null]) {
      respondWith(invitation);
      expect(await resetOf('token')).toEqual({ passwordReset: { email: 'x@y.z', invitation: null } });
    }
  });

  testWith('off', 'START-17 an invitation by another product API is not read', async () => {
    respondWith(wire);
    expect(await resetOf('token')).toEqual({ passwordReset: { email: 'x@y.z', invitation: null } });
  });

  test('RESET-5 an answer without a person is an error, and no answer', async () => {
    system.upstream.script(lookUp, { body: {} });
    expect((await system.client().graphql(passwordResetDocument, { token: 't' })).code).toBe('UPSTREAM_BAD_RESPONSE');
  });
});

describe('setting the password', () => {
  test('RESET-11 RESET-12 REST-9 CASES-46 sets the password once, ends every session, and does not sign in', async () => {
    const before = await system.signIn('orgA');
    const token = await system.resetToken('orgA');
    const { data, setCookies, text } = await reset({ token });
    expect([data, setCookies]).toEqual([{ resetPassword: { email: 'orga@a.example' } }, []]);
    expect(text).not.toContain('api_key');
    expect(system.upstream.sent(set)).toEqual([
      expect.objectContaining({
        method: 'POST',
        body: {
          email: 'orga@a.example',
          password: newPassword,
          password_confirmation: newPassword,
          reset_password_token: token,
        },
      }),
    ]);
    expect((await before.graphql(viewerDocument)).code).toBe('UNAUTHENTICATED');
    expect((await reset({ token })).code).toBe('TOKEN_INVALID');
    expect(await resetOf(token)).toEqual({ passwordReset: null });
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('InvalidCredentials');
    const again = await system.login(system.client(), 'orgA', { password: newPassword });
    expect(again.data.login.__typename).toBe('LoginSuccess');
  });

  test('GQL-12 CASES-46 a key in the answer is dropped', async () => {
    system.upstream.script(set, { body: { user: { api_key: 'canary-of-a-reset' } } });
    const { data, setCookies, text, headers } = await reset({});
    expect([data.resetPassword, setCookies]).toEqual([{ email: 'orga@a.example' }, []]);
    expect(text + JSON.stringify(headers)).not.toContain('canary');
  });

  test('CASES-46 a token of another user is TOKEN_INVALID and stays valid', async () => {
    const token = await system.resetToken('orgA');
    expect((await reset({ token, email: 'orgb@b.example' })).code).toBe('TOKEN_INVALID');
    expect((await reset({ token })).errors).toEqual([]);
  });

  test('CASES-44 of ten at once exactly one sets it', async () => {
    const token = await system.resetToken('orgA');
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset({ token })));
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  });

  test.each([
    ['RESET-6', '', '', ['password Password is required', 'passwordConfirmation Confirm Password is required']],
    ['RESET-7', newPassword, '', ['passwordConfirmation Confirm Password is required']],
    [
      'RESET-8',
      newPassword,
      'Another-passw0rd',
      ['passwordConfirmation Password and confirm password is not matching'],
    ],
    ['RESET-9', 'short', 'short', ['password Password is not matching the policy']],
    ['RESET-10', 'Passw0rd', 'Passw0rd', ['password Password is not matching the policy']],
    ['RESET-10', 'Abcdefg1!'.toLowerCase(), 'abcdefg1!', ['password Password is not matching the policy']],
    ['RESET-10', 'Abcdefgh!', 'Abcdefgh!', ['password Password is not matching the policy']],
    ['RESET-10', 'Abcdefgh1', 'Abcdefgh1', ['password Password is not matching the policy']],
  ])(
    '%s MSG-11 %j and %j are refused with the texts of the specification, and not sent',
    async (_item, password, passwordConfirmation, lines) => {
      const { code, errors } = await reset({ password, passwordConfirmation });
      expect(code).toBe('INVALID');
      expect(errors[0]?.extensions.fields.map(({ path, message }) => `${path} ${message}`)).toEqual(lines);
      expect(system.upstream.requests).toEqual([]);
    },
  );

  test('RESET-10 nine characters with all four kinds are sent', async () => {
    system.upstream.script(set, { body: {} });
    expect((await reset({ password: 'Abcdefg1!', passwordConfirmation: 'Abcdefg1!' })).errors).toEqual([]);
  });

  test.each([
    [{ status: 422, body: { message: 'Link expired' } }, 'TOKEN_INVALID', 422],
    [{ status: 404, body: { message: 'Link expired' } }, 'TOKEN_INVALID', 422],
    [{ status: 401, body: { message: 'Link expired' } }, 'TOKEN_INVALID', 422],
    [
      { status: 422, body: { message: 'Link expired', errors: { reset_password_token: ['is old'] } } },
      'TOKEN_INVALID',
      422,
    ],
    [{ status: 429, body: { message: 'Link expired' } }, 'RATE_LIMITED', 429],
    [{ status: 500, body: { message: 'Link expired' } }, 'UPSTREAM_BAD_RESPONSE', 500],
  ])('RESET-5 the product API says %j: %s', async (fault, code, httpStatus) => {
    system.upstream.script(set, fault);
    const { errors } = await reset({});
    expect(errors[0]).toMatchObject({ message: 'Link expired', extensions: { code, httpStatus } });
  });

  test('RESET-13 ERR-8 the product API’s problems of the password have the input’s field names', async () => {
    const errors = { password: ['is too common'], password_confirmation: ['differs'] };
    system.upstream.script(set, { status: 422, body: { errors } });
    const answer = await reset({});
    expect(answer.errors[0]).toMatchObject({
      message: 'password is too common\npassword_confirmation differs',
      extensions: {
        code: 'INVALID',
        fields: [
          { path: 'password', code: 'NOT_ALLOWED', message: 'is too common' },
          { path: 'passwordConfirmation', code: 'OTHER', message: 'differs' },
        ],
      },
    });
  });

  test('SECURITY-3.6 RESET-13 a common password has the input’s field name, and the token stays valid', async () => {
    const token = await system.resetToken('orgA');
    const { code, errors } = await reset({ token, password: 'Password1!', passwordConfirmation: 'Password1!' });
    const fields = [{ path: 'password', code: 'NOT_ALLOWED', message: 'is too common. Choose another one.' }];
    expect([code, errors[0]?.extensions.fields]).toEqual(['INVALID', fields]);
    expect((await reset({ token })).errors).toEqual([]);
  });

  test('RESET-5 an empty token is TOKEN_INVALID without a call', async () => {
    for (const token of ['', 'x'.repeat(10_000)]) expect((await reset({ token })).code).toBe('TOKEN_INVALID');
    expect(system.upstream.requests).toEqual([]);
  });

  test('CASES-43 RESET-12 a remembered device is not remembered after the reset', async () => {
    if (mode === 'off') return;
    const tab = system.client();
    await system.login(tab, 'mfaA');
    await system.login(tab, 'mfaA', { otp: await system.passcode('mfaA') });
    expect((await reset({ email: 'mfaa@m.example', token: await system.resetToken('mfaA') })).errors).toEqual([]);
    expect((await system.login(tab, 'mfaA', { password: newPassword })).data.login.__typename).toBe('OtpRequired');
  });
});
