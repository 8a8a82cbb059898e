import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { failureText } from './mailer.ts';
import { createSmtp, type SmtpError } from './smtp.ts';
import { smtpReason } from './smtp-reason.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Port of a mail server on this machine. */
async function serve(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ logger: false, ...options });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  ends.push(() => new Promise<void>((done) => server.close(done)));
  return (listening.address() as AddressInfo).port;
}

async function reasonOf(url: string): Promise<string> {
  const smtp = createSmtp(url, 1);
  const mail = { from: 'from@a.example', to: 'jane@a.example', subject: 's', text: 't' };
  const error = await smtp.send(mail, AbortSignal.timeout(60_000)).catch((thrown: SmtpError) => thrown);
  smtp.close();
  return smtpReason(error as SmtpError, url);
}

test('BOOT-11 a mail server that cannot be reached is named with the cause', async () => {
  expect(await reasonOf('smtp://user:canary@127.0.0.1:1')).toBe('ECONNREFUSED 127.0.0.1:1');
  expect(await reasonOf('smtp://user:canary@mail.invalid')).toMatch(/^(ENOTFOUND|EAI_AGAIN) mail\.invalid:587$/);
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  ends.push(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await reasonOf(`smtp://127.0.0.1:${port}`)).toMatch(new RegExp(`^ECONN\\w+ 127\\.0\\.0\\.1:${port}`));
});

test('BOOT-11 so are a certificate that is not accepted, a port without TLS, and a refused sign-in or mail', async () => {
  const plain = await serve({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`no user has ${password}`)),
  });
  expect(await reasonOf(`smtp://user:canary@127.0.0.1:${plain}`)).toBe(
    `authentication rejected by 127.0.0.1:${plain} (535)`,
  );
  expect(await reasonOf(`smtps://user:canary@127.0.0.1:${plain}`)).toBe(
    `no TLS on 127.0.0.1:${plain}: smtps:// needs a port with TLS, smtp:// starts without TLS`,
  );
  // No authority has signed the library's own certificate.
  const tls = await serve({ authOptional: true });
  expect(await reasonOf(`smtp://127.0.0.1:${tls}`)).toMatch(
    new RegExp(`^the certificate of 127\\.0\\.0\\.1:${tls} is not accepted: \\S.{5,}$`),
  );
  const refusing = await serve({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 })),
  });
  expect(await reasonOf(`smtp://127.0.0.1:${refusing}`)).toBe(`EENVELOPE 550 from 127.0.0.1:${refusing}`);
});

test('BOOT-11 the stored reason has the server’s answer without email addresses, links and the password', () => {
  const answer = '550 5.1.1 <jane.doe+x@a.example>: canary no mailbox of jane@a.example, see https://mail.example/x';
  expect(failureText(answer, 'smtp://user:canary@mail.example')).toBe('550 5.1.1 …: … no mailbox of … see …');
});
