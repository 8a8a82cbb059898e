import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPepper } from './core/base/keys.ts';
import { readPlatformSettings } from './core/base/settings.ts';
import { lockDataFolder } from './core/database/data-folder.ts';
import { openDatabase } from './core/database/database.ts';
import { erasedId } from './privacy/erased-ids.ts';
import { startPlatform } from './start.ts';
import { fillDataFolder } from './testing/database.ts';
import { freePort, untilRefused } from './testing/free-port.ts';
import { runNode } from './testing/processes.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'console-test-')), 'data');
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }));

const settingsFor = async (env = {}) =>
  readPlatformSettings({ DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()), ...env });

test('REST-63 DESIGN-7 DEMO-6 starts, creates database, demo data and secret once and says so, and closes; a second start on the folder is refused', async () => {
  const settings = await settingsFor();
  const lines: string[] = [];
  const onProgress = (line: string) => void lines.push(line);
  const platform = await startPlatform(settings, { logger: false, onProgress });
  expect(lines).toEqual(['Creating the database', 'Filling the database with demo data']);
  expect(platform.origin).toBe(`http://127.0.0.1:${settings.port}`);
  expect((await fetch(`${platform.origin}/health/ready`)).status).toBe(200);
  const secret = await readFile(join(dataDir, 'platform.secret'), 'utf8');
  expect(platform.demoApiKey).toBe(await readFile(join(dataDir, 'demo-key.secret'), 'utf8'));
  await expect(startPlatform(await settingsFor(), { logger: false })).rejects.toThrow(/^DATA_DIR .* is in use/);
  const headers = { 'api-key': platform.demoApiKey ?? '' };
  const users = await (await fetch(`${platform.origin}/consoles/all_users`, { headers })).json();
  expect(Object.values(users as Record<string, unknown[]>)[0]?.length).toBeGreaterThan(5);
  await platform.close();
  await expect(fetch(`${platform.origin}/health/ready`)).rejects.toThrow();
  const again = await startPlatform(await settingsFor(), { logger: false, onProgress });
  await again.close();
  expect(lines).toHaveLength(2);
  expect(await readFile(join(dataDir, 'platform.secret'), 'utf8')).toBe(secret);
  expect(again.demoApiKey).toBe(platform.demoApiKey);
});

test('DESIGN-7 demo data is not added with DEMO off, nor to a database with data', async () => {
  await fillDataFolder(dataDir);
  await (await startPlatform(await settingsFor({ DEMO: 'off' }), { logger: false })).close();
  const db = await openDatabase({ dataDir });
  const brandNames = (of: typeof db) => of.selectFrom('ent_org').select('brandname').execute();
  expect(await brandNames(db)).toEqual([]);
  const now = new Date();
  const guid = crypto.randomUUID();
  await db.insertInto('ent_org').values({ guid, brandname: 'Mine', created_at: now, updated_at: now }).execute();
  await db.destroy();
  const { close, demoApiKey } = await startPlatform(await settingsFor(), { logger: false });
  await close();
  expect(demoApiKey).toBeNull();
  const after = await openDatabase({ dataDir });
  expect(await brandNames(after)).toEqual([{ brandname: 'Mine' }]);
  await after.destroy();
});

test('PRIVACY-24 a platform with a database older than ERASED_IDS starts only with --ignore-erasures', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const [secret, path] = ['the secret of these tests '.repeat(2).trim(), join(dataDir, 'erased-ids.jsonl')];
  const db = await openDatabase({ dataDir });
  const user = await db.selectFrom('ent_usr').select(['id', 'created_at']).limit(1).executeTakeFirstOrThrow();
  await db.destroy();
  const created = user.created_at.toISOString();
  const line = erasedId(createPepper([secret]), { id: user.id, at: new Date().toISOString(), created });
  await writeFile(path, `${JSON.stringify(line)}\n`);
  const settings = await settingsFor({ PLATFORM_SECRET: secret, ERASED_IDS: path });
  const refusal = await startPlatform(settings, { logger: false }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toMatch(
    /^The database is older than ERASED_IDS .* 1 user who was erased later\..*--ignore-erasures\.$/,
  );
  await expect(fetch(`http://127.0.0.1:${settings.port}/health/ready`)).rejects.toThrow();
  const { argv } = process;
  process.argv = [...argv, '--ignore-erasures'];
  try {
    const platform = await startPlatform(await settingsFor({ PLATFORM_SECRET: secret, ERASED_IDS: path }), {
      logger: false,
    });
    expect((await fetch(`${platform.origin}/health/ready`)).status).toBe(200);
    await platform.close();
  } finally {
    process.argv = argv;
  }
});

test('SECRET-1 SECRET-2 SECRET-3 SECURITY-T26 a client secret survives a change of PLATFORM_SECRET, which cannot be cut short', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const [old, current] = ['the old secret of tests '.repeat(2), 'the new secret of tests '.repeat(2)].map((secret) =>
    secret.trim(),
  );
  const start = async (PLATFORM_SECRET: string, more = {}) =>
    startPlatform(await settingsFor({ PLATFORM_SECRET, ...more }), { logger: false });
  const first = await start(old ?? '');
  const headers = { 'api-key': first.demoApiKey ?? '', 'content-type': 'application/json' };
  const adfs = { client_id: 'client', tenant_id: 'tenant', client_secret: 's3cr3t' };
  const detail = await fetch(`${first.origin}/consoles/org_detail`, { headers });
  const { org } = (await detail.json()) as { org: { id: string } };
  const saved = await fetch(`${first.origin}/consoles/update_adfs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ adfs: { ...adfs, ent_org_id: org.id } }),
  });
  expect(saved.status).toBe(200);
  await first.close();
  await expect(start(current ?? '')).rejects.toThrow('PLATFORM_SECRET lacks an earlier value: 1 stored secret needs');
  await (await start(current ?? '', { UNREADABLE_SECRETS: 'give-up' })).close();
  await (await start(`${current},${old}`)).close();
  await (await start(current ?? '')).close();
});

test('DESIGN-7 a data folder with demo data is not served to other machines', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const refusal = startPlatform(await settingsFor({ HOST: '0.0.0.0' }), { logger: false });
  await expect(refusal).rejects.toThrow(
    /^DATA_DIR .* holds demo data, .* HOST \(0\.0\.0\.0\) is not a loopback address/,
  );
  await (await lockDataFolder(await realpath(dataDir)))();
});

test('CHAOS-5 DESIGN-7 a database that is lost during the start is one line with the setting', async () => {
  await fillDataFolder(dataDir);
  const db = await openDatabase({ dataDir });
  await sql`create function leave() returns trigger language plpgsql as $$ begin
    raise exception 'shutting down' using errcode = '57P01'; end $$`.execute(db);
  await sql`create trigger leave before insert on ent_usr for each row execute function leave()`.execute(db);
  await db.destroy();
  const settings = await settingsFor({ DEMO: 'off', FIRST_ADMIN_EMAIL: 'first@a.example' });
  const refusal = await startPlatform(settings, { logger: false }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe('DATABASE_URL: the connection to the database failed during the start: shutting down.');
});

const run = (env: Record<string, string>) =>
  runNode([join(import.meta.dirname, 'main.ts')], { ...process.env, ...env });

/** Settings that prevent a start. `D` is the test's folder, which has the data folder `data`. */
const refusedStarts: [Record<string, string>, string][] = [
  [{ PLATFORM_PORT: 'abc' }, 'PLATFORM_PORT must be a whole number from 1 to 65535 (it is "abc").'],
  [{ DATA_DIR: 'D/file' }, 'DATA_DIR "D/file" cannot be written: file already exists (EEXIST).'],
  [
    { PUBLIC_URL: 'https://console.example' },
    'PUBLIC_URL is not localhost, so this is production, and production requires: PLATFORM_SECRET, SMTP_URL.',
  ],
  [
    { DATABASE_URL: 'mysql://user:canary@db.example/console' },
    'DATABASE_URL must be a URL that begins with postgres:// or postgresql:// (its value is not shown).',
  ],
];
test.each(refusedStarts)(
  'BOOT-13 DESIGN-7 the platform alone with %j ends with exit code 1 and one line, and nothing is written',
  async (env, line) => {
    const folder = join(dataDir, '..');
    await writeFile(join(folder, 'file'), '');
    const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(/^D/, folder)]));
    const { child, errors } = run({ DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()), ...given });
    const [code] = await once(child, 'close');
    expect([code, errors().replaceAll(folder, 'D')]).toEqual([1, `${line}\n`]);
    expect(existsSync(dataDir)).toBe(false);
  },
);

/** The platform on the data folder, without a gateway, once it listens. */
async function startAlone(env: Record<string, string>) {
  const port = await freePort();
  const ran = run({ DATA_DIR: dataDir, PLATFORM_PORT: String(port), ...env });
  while (!ran.output().includes(`Product API on http://127.0.0.1:${port}\n`)) await once(ran.child.stdout, 'data');
  return { ...ran, port, origin: `http://127.0.0.1:${port}`, ended: once(ran.child, 'close') };
}

/** Sends a printed secret in a body and a header. The output must contain it once, where it was printed. */
async function sendSecret({ output, origin }: Awaited<ReturnType<typeof startAlone>>, line: RegExp) {
  const secret = line.exec(output())?.[1] ?? '';
  const body = JSON.stringify({ reset_password_token: secret });
  const headers = { 'content-type': 'application/json', 'api-key': secret };
  await fetch(`${origin}/consoles/user_by_reset_pwd`, { method: 'POST', body, headers });
  return () => {
    expect(output()).toContain('"path":"/consoles/user_by_reset_pwd"');
    expect(output().split(secret)).toHaveLength(2);
  };
}

test('DESIGN-7 SECURITY-T21 RELIABILITY-F23 the platform alone prints the demo key once and never logs it; on SIGTERM requests in progress are answered, and the process ends with 0', async () => {
  await fillDataFolder(dataDir, { demo: true });
  const platform = await startAlone({ LOG_LEVEL: 'debug' });
  const { port, origin } = platform;
  const expectSecret = await sendSecret(platform, /^Demo API key {2}([\w-]{43})$/m);
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ user_email: 'admin@demo.example' });
  socket.write(
    `POST /consoles/is_multi_factor_enabled HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // A second response on its own connection proves that the first request has arrived.
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  platform.child.kill('SIGTERM');
  for (let refused = false; !refused; )
    refused = await fetch(`${origin}/health/live`).then(
      ({ status }) => status === 503,
      () => true,
    );
  socket.write(body.slice(5));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const [code] = await platform.ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('{"success":true,"enabled":false}');
  expect(code).toBe(0);
  expectSecret();
});

test('DESIGN-7 SECURITY-T21 RELIABILITY-F23 the platform alone prints the link of the first Administrator once and never logs it; on SIGTERM without a drain time a new connection is answered and not reset', async () => {
  await fillDataFolder(dataDir);
  const env = { FIRST_ADMIN_EMAIL: 'first@acme.example', PUBLIC_URL: 'http://localhost:3210' };
  const platform = await startAlone({ LOG_LEVEL: 'debug', ...env });
  const { port, origin } = platform;
  const expectSecret = await sendSecret(
    platform,
    /^Set the password at {2}http:\/\/localhost:3210\/reset-password\?reset_password_token=([\w-]{43})$/m,
  );
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  platform.child.kill('SIGTERM');
  await untilRefused(port);
  socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  await platform.ended;
  expectSecret();
});
