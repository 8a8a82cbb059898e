import { expect, test } from 'vitest';
import { requestResetDocument } from '../testing/documents.ts';
import { startTestSystem, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const [mail, mailToo] = ['/consoles/console_reset_pwd_link', '/consoles/forgot_pwd'];
const ask = (email: string, headers = {}) => system.client().graphql(requestResetDocument, { email }, headers);

test('RESET-2 REST-10 CASES-36 known and unknown emails are answered alike, status and body', async () => {
  const answers = await Promise.all([ask('orga@a.example'), ask('unknown@nowhere.example'), ask('disa@a.example')]);
  for (const [place, { status, data, errors, setCookies }] of answers.entries())
    expect([place, status, Object.keys(data.requestPasswordReset), errors, setCookies]).toEqual([
      place,
      200,
      ['email'],
      [],
      [],
    ]);
  expect(system.upstream.sent(mail).map(({ body, headers }) => [body, headers['api-key']])).toEqual(
    expect.arrayContaining([
      [{ email: 'orga@a.example' }, undefined],
      [{ email: 'unknown@nowhere.example' }, undefined],
    ]),
  );
  expect(system.upstream.sent(mailToo)).toEqual([]);
});

test.each([404, 422])(
  'CASES-36 OPEN-12 the response does not reveal an unknown email that the product API refuses with %i',
  async (status) => {
    system.upstream.script(mail, { status, body: { message: 'No such user' } });
    system.upstream.script(mailToo, { status, body: { message: 'No such user' } });
    const { data, errors } = await ask('unknown@nowhere.example');
    expect([data, errors]).toEqual([{ requestPasswordReset: { email: 'unknown@nowhere.example' } }, []]);
  },
);

test('REST-11 OPEN-12 a product API without the first call gets the second', async () => {
  system.upstream.script(mail, { status: 404, body: {} });
  expect((await ask(' orga@a.example ')).errors).toEqual([]);
  expect(system.upstream.sent(mailToo)).toEqual([
    expect.objectContaining({ method: 'POST', body: { email: 'orga@a.example' } }),
  ]);
});

test.each(['', ' ', 'orga', 'a b@c.d', `${'x'.repeat(250)}@a.example`])(
  'RESET-1 %.20j is not an email: INVALID, and nothing is sent',
  async (email) => {
    const { code, errors } = await ask(email);
    expect([code, errors[0]?.extensions.fields[0]?.path]).toEqual(['INVALID', 'email']);
    expect(system.upstream.requests).toEqual([]);
  },
);

test('RESET-2 a failure of the product API is an error', async () => {
  system.upstream.script(mail, { status: 500, body: {} });
  expect((await ask('orga@a.example')).code).toBe('UPSTREAM_BAD_RESPONSE');
});

test('T30 OPEN-12 before a product API that does not count, the sixth link for an email in an hour has the same response and makes no call', async () => {
  const system = await startTestSystem({ extensions: 'off' });
  system.upstream.script(mail, { body: {} });
  for (let n = 0; n < 6; n += 1) {
    const { errors } = await system.client().graphql(requestResetDocument, { email: 'Orga@a.example' });
    expect(errors).toEqual([]);
  }
  expect(system.upstream.sent(mail)).toHaveLength(5);
  await system.close();
});

test('CASES-47 T13 links lead to the configured address, whatever Host or X-Forwarded-Host says', async () => {
  for (const headers of [{ 'x-forwarded-host': 'evil.example' }, { host: 'evil.example' }])
    await ask('orga@a.example', headers);
  await system.resetToken('orgA');
  const mails = (await system.platform.mails('orgA')).join('\n');
  expect(mails).toContain('http://localhost:3000/reset-password?reset_password_token=');
  expect(mails).not.toContain('evil.example');
  for (const { headers } of system.upstream.sent(mail)) {
    expect(headers.host).not.toContain('evil');
    expect(headers).not.toHaveProperty('x-forwarded-host');
  }
});
