import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const ask = (email: string, headers: Record<string, string> = {}) =>
  platform.call('POST /consoles/console_reset_pwd_link', { body: { email }, headers });
const allMails = () => platform.db.selectFrom('mail').selectAll().orderBy('id').execute();

test('REST-10 RESET-2 RESET-3 RESET-12 the mailed link sets a new password once', async () => {
  const answer = await ask('ORGA@a.example');
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  const [mail = ''] = await platform.mails('orgA');
  expect(mail).toMatch(/^Hello orgA,$/m);
  // The email belongs to no organisation, so its footer names the recipient's organisation.
  expect(mail).toMatch(/^Console for Organisation A$/m);
  expect(mail).toMatch(/^http:\/\/localhost:3000\/reset-password\?reset_password_token=[\w-]{43}$/m);
  expect(mail).toContain('works once and expires in 1 hour');
  const password = 'An0ther-one';
  const body = {
    email: 'orga@a.example',
    password,
    password_confirmation: password,
    reset_password_token: await platform.mailedToken('orgA'),
  };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(422);
  expect((await platform.login('orgA', { ent_usr: { email: body.email, password } })).statusCode).toBe(200);
});

test('REST-11 the specification’s other call does the same', async () => {
  const answer = await platform.call('POST /consoles/forgot_pwd', { body: { email: 'orga@a.example' } });
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  expect(await platform.mails('orgA')).toHaveLength(1);
});

test('CASES-36 REST-10 known, unknown and disabled emails get the same response; only the known one is mailed', async () => {
  const emails = ['orga@a.example', 'unknown@a.example', 'disa@a.example', 'usrd@d.example', 'not an email', ''];
  const answers = [];
  for (const email of emails) {
    const { statusCode, body, headers } = await ask(email);
    answers.push(JSON.stringify([statusCode, body, { ...headers, date: '' }]));
  }
  expect(new Set(answers).size).toBe(1);
  expect((await allMails()).map(({ recipient }) => recipient)).toEqual(['orga@a.example']);
});

test('CASES-36 RELIABILITY-F27 the response does not wait for the mail server', async () => {
  const tarpit = createServer(() => {}).listen(0, '127.0.0.1');
  await once(tarpit, 'listening');
  const address = tarpit.address();
  const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const held = await startTestPlatform({ settings: { smtpUrl } });
  try {
    const connected = once(tarpit, 'connection');
    const post = (email: string) => held.call('POST /consoles/console_reset_pwd_link', { body: { email } });
    const [known, unknown] = [await post('orga@a.example'), await post('unknown@a.example')];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    const [socket] = await connected;
    const row = await held.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ recipient: 'orga@a.example', sent_at: null });
    socket.destroy();
  } finally {
    tarpit.close();
    await held.close();
  }
});

test('REST-10 an invited user without password is mailed a link too', async () => {
  await ask('invited@nowhere.example');
  expect(await platform.mails('invited')).toHaveLength(1);
});

test('REST-10 a newer link replaces the older one', async () => {
  await ask('orga@a.example');
  const older = await platform.mailedToken('orgA');
  await ask('orga@a.example');
  const look = (reset_password_token: string) =>
    platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } });
  expect((await look(older)).statusCode).toBe(404);
  expect((await look(await platform.mailedToken('orgA'))).statusCode).toBe(200);
});

test('SECURITY-T30 OPEN-12 a recipient is mailed five links an hour; further requests look the same, and the last link stays valid', async () => {
  for (let n = 1; n <= 7; n += 1) {
    const answer = await ask(`${' '.repeat(n)}${n % 2 ? 'orga' : 'ORGA'}@a.example`, {
      'x-client-address': `203.0.113.${n}`,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
  }
  expect(await platform.mails('orgA')).toHaveLength(5);
  const body = { reset_password_token: await platform.mailedToken('orgA') };
  expect((await platform.call('POST /consoles/user_by_reset_pwd', { body })).statusCode).toBe(200);
  platform.moveClock(hourMs);
  await ask('orga@a.example');
  expect(await platform.mails('orgA')).toHaveLength(6);
});

test('SECURITY-T30 the twenty-first link requested by an address in an hour is 429, for known and unknown emails together', async () => {
  for (let n = 1; n <= 20; n += 1) expect((await ask(`unknown${n}@a.example`)).statusCode).toBe(200);
  platform.moveClock(10 * minuteMs);
  const refused = await ask('orga@a.example');
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 50 * 60]);
  expect((await ask('orga@a.example', { 'x-client-address': '203.0.113.8' })).statusCode).toBe(200);
  expect(await platform.mails('orgA')).toHaveLength(1);
});

test('CASES-47 the link leads to PUBLIC_URL, whatever the request’s Host', async () => {
  const settings = { publicUrl: new URL('https://console.suite.example') };
  const named = await startTestPlatform({ settings });
  try {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      { forwarded: 'host=evil.example' },
      { origin: 'https://evil.example', referer: 'https://evil.example/' },
    ] as Record<string, string>[])
      await named.call('POST /consoles/console_reset_pwd_link', { body: { email: 'orga@a.example' }, headers });
    const rows = await named.db.selectFrom('mail').selectAll().execute();
    expect(rows).toHaveLength(4);
    for (const { body_text, body_html } of rows) {
      const links = `${body_text}${body_html}`.match(/https?:\/\/[^/"\s<]+/g) ?? [];
      expect(new Set(links)).toEqual(new Set(['https://console.suite.example']));
    }
  } finally {
    await named.close();
  }
});

test('REST-10 SECURITY-T17 a reset is audited for known and unknown emails, the latter as a hash', async () => {
  await ask('orga@a.example');
  await ask('unknown@a.example');
  const entries = await platform.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries).toMatchObject([
    { action: 'account:requestReset', target_id: String(platform.users.orgA.id) },
    {
      action: 'access:refuse',
      target_id: null,
      after: { action: 'account:requestReset', reason: 'NOT_MAILED' },
      email_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      client_address: '127.0.0.1',
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('unknown@a.example');
});
