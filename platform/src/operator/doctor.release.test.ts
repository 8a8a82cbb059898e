import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPlatformSettings } from '../core/base/settings.ts';
import { startPlatform } from '../start.ts';
import { fillDataFolder } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { runDoctor } from '../testing/operator-commands.ts';

let folder: string;
let dataDir: string;
let port: string;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  dataDir = join(folder, 'data');
  port = String(await freePort());
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true, force: true });
});
const own = () => ({ DATA_DIR: dataDir, PLATFORM_PORT: port });

const digest = () => {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).toSorted((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  ))
    hash
      .update(join(entry.parentPath, entry.name))
      .update(entry.isFile() ? readFileSync(join(entry.parentPath, entry.name)) : '');
  return hash.digest('hex');
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('DOCTOR-1 DOCTOR-2 before the first start and with a stopped console each subject has a line, the exit code is 0, and no file is changed', async () => {
  const first = await runDoctor(own());
  expect(first).toMatchObject({ code: 0, errors: '' });
  expect(first.output).toMatch(
    /^ok +settings .+\nok +data folder .+\nok +database +No database yet.+\nok +mail .+\nok +clock .+\nok +product API +The built-in product API is not running.+\nok +TLS /,
  );
  expect(digest()).toBe(createHash('sha256').digest('hex'));
  await fillDataFolder(dataDir, { demo: true });
  const before = digest();
  const second = await runDoctor(own());
  expect(second).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\nok +database +Embedded, all migrations applied, [1-9]\d* users\.\n/),
  });
  expect(digest()).toBe(before);
  await rename(join(dataDir, 'database'), join(dataDir, 'database.replaced'));
  expect((await runDoctor(own())).output).toMatch(/\nwarning +database +A restore was interrupted/);
});

test('DOCTOR-2 of a running platform the database is read by the socket, while no other process may use the data folder', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const platform = await startPlatform(readPlatformSettings({ ...own(), DEMO: 'off' }), { logger: false });
  ends.push(() => platform.close());
  await writeFile(join(dataDir, 'session.secret'), 'x'.repeat(43));
  await chmod(join(dataDir, 'session.secret'), 0o644);
  const { code, output } = await runDoctor(own());
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(
      /\nwarning +data folder +session\.secret can be read by other accounts\. Run chmod 600 on it\.\n/,
    ),
  ]);
  expect(output).toMatch(/\nok +database +Embedded, all/);
  expect(output).toMatch(/\nok +product API +http:\/\/127\.0\.0\.1:\d+ is ready\.\n/);
});

test('DOCTOR-5 BOOT-14 a password that is not encoded is a problem that shows no part of it, and the rest is looked at', async () => {
  const DATABASE_URL = 'postgres://console:p@ss/w#rd%1@host/db';
  const { code, output } = await runDoctor({ ...own(), DATABASE_URL });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^problem {2}settings +DATABASE_URL has a user or password that is not percent-encoded: .+%25/,
  );
  expect(output).toMatch(/\nok +scope +Not checked: the database \(DATABASE_URL is wrong\)\.\n/);
  expect(output).toMatch(/\nok +data folder .+\nok +mail .+\nok +clock .+\nok +product API .+\nok +TLS +PUBLIC_URL/);
  expect(output).not.toMatch(/ss\/|w#rd|%1@|\[secret\]/);
});

test('DOCTOR-1 DOCTOR-9 DOCTOR-11 the settings of one server are enough in production; a warning decides the exit code with --strict only', async () => {
  const production = {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://console.example.invalid',
    GATEWAY_SECRET: 'g'.repeat(32),
  };
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1' };
  const platform = { ...production, ...mail, PLATFORM_SECRET: 'p'.repeat(32), PLATFORM_PORT: port, HOST: '0.0.0.0' };
  const read = async (settings: Record<string, string>, ...args: string[]) => {
    const { code, output, errors } = await runDoctor(settings, '--json', ...args);
    expect(errors).toBe('');
    const lines = (JSON.parse(output) as { level: string; subject: string; text: string }[]).map(
      ({ level, subject, text }) => `${level} ${subject}: ${text}`,
    );
    return { code, lines };
  };
  const ofPlatform = await read(platform);
  expect(ofPlatform.code).toBe(1);
  expect(ofPlatform.lines.filter((line) => line.startsWith('problem'))).toEqual([
    expect.stringMatching(/^problem mail: /),
  ]);
  expect(ofPlatform.lines).toContain(
    'ok scope: Not checked: the gateway (no setting that only the gateway has is set).',
  );
  expect(ofPlatform.lines).toContainEqual(expect.stringMatching(/^warning settings: TRUSTED_GATEWAYS is not set/));
  const gateway = { ...production, SESSION_SECRET: 's'.repeat(32), PRODUCT_API_URL: `http://127.0.0.1:${port}` };
  const ofGateway = await read(gateway);
  expect(ofGateway.lines).toContainEqual(expect.stringMatching(/^warning settings: TRUST_PROXY is not set/));
  expect(ofGateway.lines.join('\n')).not.toMatch(/ (database|mail|data folder): /);
  expect(ofGateway.lines.filter((line) => / clock: .+ no other clock to compare/.test(line))).toHaveLength(1);
  const ofBoth = await read({ ...platform, ...gateway });
  expect(ofBoth.lines.join('\n')).not.toContain('scope');
  expect(ofBoth.lines).toContainEqual(expect.stringMatching(/^problem product API: .+ cannot be reached/));
  const local = { ...own(), MAIL_FROM: 'Console <no-reply@console.example>', HOST: '0.0.0.0' };
  expect(await read(local, '--for', 'platform')).toMatchObject({ code: 0 });
  expect(await read(local, '--for', 'platform', '--strict')).toMatchObject({ code: 1 });
}, 240_000);

test('DOCTOR-1 DOCTOR-5 wrong settings are one problem each, and no secret is printed', async () => {
  const secret = 'correct-horse-battery-staple-0123456789';
  const wrong = await runDoctor({ ...own(), PORT: '0', PLATFORM_SECRET: 'short-secret', SESSION_SECRET: secret });
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^problem +settings +PLATFORM_SECRET must be .+ \(its value is not shown\)\.\nproblem +settings +PORT must be/,
    ),
  });
  expect(wrong.output).not.toMatch(/short-secret|correct-horse/);
  const unreachable = await runDoctor({
    ...own(),
    DATABASE_URL: 'postgres://console:hunter%402@127.0.0.1:1/console',
    GATEWAY_SECRET: secret,
  });
  expect(unreachable).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\nproblem +database +DATABASE_URL: the database cannot be reached/),
  });
  expect(unreachable.output).not.toMatch(/hunter|correct-horse/);
  expect(await runDoctor({ ...own() }, '--fix')).toMatchObject({
    code: 1,
    errors: 'Usage: doctor [--for platform|gateway] [--strict] [--json]\n',
  });
});

test('DOCTOR-3 the mail server is signed in to and sent nothing; a refused password is a problem that does not name it, whatever the server repeats', async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error(`no user has ${password}`)),
    onMailFrom: ({ address }, _session, done) => {
      received.push(address);
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => new Promise<void>((done) => server.close(done)));
  const { port: smtpPort } = server.server.address() as AddressInfo;
  const smtp = (password: string) => ({ ...own(), SMTP_URL: `smtp://mailer:${password}@127.0.0.1:${smtpPort}` });
  expect((await runDoctor(smtp('right'))).output).toMatch(
    /\nok +mail +The mail server responds and accepts the sign-in\.\n/,
  );
  const refused = await runDoctor(smtp('wrong-password'));
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /\nproblem +mail +The mail server rejects the user or password\. Correct SMTP_URL\.\n/,
    ),
  });
  expect(refused.output).not.toContain('wrong-password');
  expect(received).toEqual([]);
  const gone = await runDoctor({ ...own(), SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(gone.output).toMatch(
    /\nproblem +mail +The mail server cannot be used \(ECONNREFUSED 127\.0\.0\.1:1\)\. Correct SMTP_URL, the network or/,
  );
});

test('DOCTOR-4 a product API of others is asked once, without key and body; its clock is compared', async () => {
  const requests: string[] = [];
  const origin = await serve((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['api-key'] ?? 'no key'}`);
    response.setHeader('date', new Date(Date.now() - 60_000).toUTCString());
    response.end();
  });
  const slow = await runDoctor({ PRODUCT_API_URL: `${origin}/v1`, DATA_DIR: dataDir });
  expect(slow).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\nproblem +clock +The clock is (59|60|61) s ahead of the product API/),
  });
  expect(slow.output).toMatch(/\nok +product API +http:\S+ responds\. To check it, run check-api http:\S+\/v1\n/);
  expect(requests).toEqual(['GET /v1 no key']);
  expect(slow.output).not.toMatch(/database|mail/);
  const gone = await runDoctor({ PRODUCT_API_URL: `http://127.0.0.1:${port}`, DATA_DIR: dataDir });
  expect(gone).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\nproblem +product API +\S+ cannot be reached \(\w+\)\. Correct PRODUCT_API_URL/),
  });
});
