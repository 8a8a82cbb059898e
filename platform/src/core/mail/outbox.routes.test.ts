import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { passwordResetMail } from '../../account/account-mail-texts.ts';
import { passcodeMail } from '../../session/session-mail-texts.ts';
import { borrowTestDatabase, deleteMails, giveBackTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import type { NewMail } from '../access/mail-sender.ts';
import type { Services } from '../access/services.ts';
import { readPlatformSettings } from '../base/settings.ts';
import type { Database } from '../database/schema.ts';
import { handleErrors } from '../http/error-handler.ts';
import { escapeHtml, renderMail } from './mail-layout.ts';
import { createMailer } from './mailer.ts';
import { serveOutbox } from './outbox.routes.ts';

let database: Kysely<Database>;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  database = await borrowTestDatabase();
});
beforeEach(async () => {
  await deleteMails(database);
});

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(() => giveBackTestDatabase(database));

function serve(env: Record<string, string> = {}): FastifyInstance {
  const app = Fastify();
  const services = { db: database, settings: readPlatformSettings(env) } as Services;
  handleErrors(app, services);
  serveOutbox(app, services);
  apps.push(app);
  return app;
}

async function mail(...mails: NewMail[]): Promise<void> {
  const mailer = createMailer({ database, clock: () => demoNow, log: { warn() {}, error() {} } });
  for (const one of mails) await database.transaction().execute((trx) => mailer.send(trx, one));
}

const get = (app: FastifyInstance, url: string, more: InjectOptions = {}) =>
  app.inject({ url, headers: { host: 'localhost:4100' }, remoteAddress: '127.0.0.1', ...more });
const passcode = (to: string, code = 'K7QX'): NewMail => ({ to, ...passcodeMail({ code, minutes: 5 }) });

test('OTP-12 the outbox page shows recipient, subject, time and passcode, newest first', async () => {
  await mail(passcode('otp@secure.example', 'AAAA'), passcode('otp@secure.example', 'BBBB'));
  const { body, headers, statusCode } = await get(serve(), '/outbox');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toContain('otp@secure.example');
  expect(body).toContain('<h2>Your sign-in passcode</h2>');
  expect(body).toContain(demoNow.toISOString());
  expect(body.indexOf('BBBB')).toBeGreaterThan(0);
  expect(body.indexOf('BBBB')).toBeLessThan(body.indexOf('AAAA'));
});

test('RESET-3 a link in a mail is clickable on the outbox page, and a link with markup remains text', async () => {
  const link = new URL('http://localhost:3000/reset-password?reset_password_token=abc&x=1');
  await mail({ to: 'maya@secure.example', ...passwordResetMail({ name: 'Maya', link, hours: 1 }) });
  await mail({ to: 'maya@secure.example', subject: 'x', parts: ['https://e.example/"onclick="x javascript:x'] });
  const { body } = await get(serve(), '/outbox');
  expect(body).toContain(
    '<a href="http://localhost:3000/reset-password?reset_password_token=abc&amp;x=1" rel="noreferrer">',
  );
  expect(body).not.toMatch(/"onclick|href="javascript/);
});

test('OTP-12 the outbox page escapes every text and runs no script', async () => {
  const nasty = `"><script>alert('x')</script>&`;
  await mail({ to: `${nasty}@secure.example`, subject: nasty, parts: [nasty] });
  const app = serve();
  for (const url of ['/outbox', `/outbox?to=${encodeURIComponent(nasty)}`]) {
    const { body, headers } = await get(app, url);
    expect(body).not.toContain('<script');
    expect(body).toContain(escapeHtml(nasty));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  }
});

test('OTP-12 the outbox page and its JSON can be filtered by recipient', async () => {
  await mail(passcode('otp@secure.example', 'AAAA'), passcode('other@secure.example', 'BBBB'));
  const app = serve();
  expect((await get(app, '/outbox?to=other@secure.example')).body).not.toContain('AAAA');
  const { mails } = (await get(app, '/outbox.json?to=OTP@secure.example')).json();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: 'otp@secure.example', subject: 'Your sign-in passcode' });
  expect(mails[0].text).toContain('AAAA');
  expect(mails[0].html).toContain('AAAA');
});

test.each([
  ['from another machine', { remoteAddress: '192.0.2.7' }],
  ['by a name that is not this machine’s', { headers: { host: 'rebound.example:4100' } }],
  ['by a name that begins like this machine’s', { headers: { host: 'localhost.rebound.example' } }],
  ['through a proxy', { headers: { host: 'localhost:4100', 'x-forwarded-for': '192.0.2.7' } }],
])('OTP-12 the outbox is 404 %s', async (_how, more: InjectOptions) => {
  await mail(passcode('otp@secure.example'));
  const app = serve();
  for (const url of ['/outbox', '/outbox.json']) {
    const { statusCode, body } = await get(app, url, more);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('K7QX');
  }
  expect((await get(app, '/outbox', { headers: { host: '127.0.0.1:4100' } })).statusCode).toBe(200);
  expect((await get(app, '/outbox', { headers: { host: '[::1]:4100' }, remoteAddress: '::1' })).statusCode).toBe(200);
});

test.each([
  ['with a mail server', { SMTP_URL: 'smtp://mail.example' }],
  ['for other machines', { HOST: '0.0.0.0' }],
])('OTP-12 START-1 there is no outbox %s', async (_how, env: Record<string, string>) => {
  expect((await get(serve(env), '/outbox')).statusCode).toBe(404);
});

test('START-1 without demo data and mail server this machine has an outbox', async () => {
  expect((await get(serve({ DEMO: 'off', FIRST_ADMIN_EMAIL: 'a@acme.example' }), '/outbox')).statusCode).toBe(200);
});

test('OTP-12 the passcode is in the body of its mail, escaped, and not in the subject', () => {
  const content = passcodeMail({ code: '<K7>', minutes: 1 });
  const source = { consoleUrl: new URL('https://console.example'), organisation: null };
  const { subject, text, html } = renderMail(content, source);
  expect(subject).not.toContain('K7');
  expect(text).toContain('<K7>');
  expect(text).toContain('expires in 1 minute.');
  expect(html).toContain('&lt;K7&gt;');
  expect(html).not.toContain('<K7>');
});
