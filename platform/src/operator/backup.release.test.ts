import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { loadOrCreateSecrets } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainAllAuditEvents } from '../audit/audit-jobs.ts';
import { redactEvents } from '../audit/redact-events.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { createPepper } from '../core/base/keys.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { writeAudit } from '../core/database/audit.ts';
import { openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { demoPassword } from '../demo/sign-ins.ts';
import { type RunningPlatform, startPlatform } from '../start.ts';
import { fillDataFolder } from '../testing/database.ts';
import { newUser } from '../testing/forms.ts';
import { freePort } from '../testing/free-port.ts';
import { emailsOf, filling, killRestores, readEmails, type WholeRestore } from '../testing/killed-restores.ts';
import { runCommandLine, startCommand } from '../testing/operator-commands.ts';
import { versionOneChain } from '../testing/version-one-chain.ts';
import { openBackup } from './backup-source.ts';
import { operatorSocketPath } from './operator-socket.ts';
import { restoreBackup } from './restore-backup.ts';

let folder: string;
let dataDir: string;
let full: string;
let plain: string;
let apiKey: string;
/** Email addresses of the demo data. */
let before: Set<string>;
/** Duration and emails of a restore of the backup with secrets; `restores`: results of two restores at once. */
let whole: WholeRestore;
let restores: Awaited<ReturnType<typeof runCommandLine>>[];
const picture = Buffer.from('a picture, of which each byte counts \u0000\u00ff', 'latin1');
const acknowledged: string[] = [];

const settingsOf = async (dir: string) =>
  readPlatformSettings({ DATA_DIR: dir, PLATFORM_PORT: String(await freePort()), DEMO: 'off' });
const start = async (dir: string) => startPlatform(await settingsOf(dir), { logger: false });

async function post({ origin }: RunningPlatform, path: string, body: object, key = '') {
  const headers = { 'content-type': 'application/json', ...(key && { 'api-key': key }) };
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
}
const signIn = (platform: RunningPlatform) =>
  post(platform, '/login', { api: true, ent_usr: { email: 'organiser@demo.example', password: demoPassword } });
const statusOfKey = async (platform: RunningPlatform, key: string) =>
  (await post(platform, '/tasks/api_user_detail', { task: { api_key: key } })).status;

const inUse = {
  code: 1,
  output: '',
  errors: expect.stringMatching(/^DATA_DIR ".+" is in use by another running console\.\n$/),
};

/** Erases values of an event that the previous release has chained, and of an event of this release. */
async function redactOneOfEachVersion(db: Kysely<Database>): Promise<void> {
  const clock = () => new Date();
  const pepper = createPepper(await loadOrCreateSecrets(dataDir, 'platform'));
  const entry = { action: 'config:edit', target: { type: 'ent_org', id: 1 }, after: { otp_required: true } };
  for (const addToChain of [versionOneChain, chainAllAuditEvents]) {
    await db.transaction().execute((trx) => writeAudit(trx, clock, systemActor, [entry]));
    await addToChain(db);
    const { id } = await db
      .selectFrom('audit_entry')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => redactEvents(trx, { clock, pepper }, { events: [id], erases: () => true }));
  }
}

const inFolder = (name: string) => join(folder, name);
// A running platform with writes and a backup, for all tests of the file.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  [dataDir, full, plain] = [inFolder('data'), inFolder('full'), inFolder('plain')];
  await fillDataFolder(dataDir, { demo: true });
  const db = await openDatabase({ dataDir });
  before = await readEmails(db);
  await db
    .insertInto('stored_file')
    .values({
      id: 'x'.repeat(22),
      ent_org_id: null,
      file_name: 'a.png',
      content_type: 'image/png',
      bytes: picture,
      created_at: new Date(),
    })
    .execute();
  // On a slow machine, more users are created during the backups than an organisation of the demo data allows.
  await db.updateTable('ent_org').set({ user_limit: null }).execute();
  const organisation = await db.selectFrom('ent_org').select('id').orderBy('id').executeTakeFirstOrThrow();
  await sql`insert into sso (ent_org_id, client_id, tenant_id, client_secret_sealed, updated_at, enabled_at)
    values (${organisation.id}::int, 'client', 'tenant', 'sealed-client-secret', now(), now())
    on conflict (ent_org_id) do update set client_secret_sealed = excluded.client_secret_sealed, enabled_at = now()`.execute(
    db,
  );
  await redactOneOfEachVersion(db);
  await db.destroy();
  const platform = await startPlatform(
    { ...(await settingsOf(dataDir)), unreadableSecrets: 'give-up' },
    { logger: false },
  );
  try {
    expect((await stat(operatorSocketPath(dataDir))).mode & 0o777).toBe(0o600);
    apiKey = String((await signIn(platform)).body.current_ent_usr?.api_key);
    const writing = new AbortController();
    const writer = (async () => {
      for (let number = 0; !writing.signal.aborted; number += 1) {
        const email = `while${number}@demo.example`;
        const { body } = await post(platform, '/consoles/create_org_user', { ent_usr: newUser(email) }, apiKey);
        if (body.user) acknowledged.push(email);
        await delay(5);
      }
    })();
    while (acknowledged.length === 0) await delay(20);
    const answered = acknowledged.length;
    for (const args of [[full, '--with-secrets'], [plain]]) {
      const done = await runCommandLine({ DATA_DIR: dataDir }, 'backup', ...args);
      expect(done).toMatchObject({ code: 0, errors: '' });
    }
    expect(acknowledged.length).toBeGreaterThan(answered);
    writing.abort();
    await writer;
    acknowledged.length = answered;
  } finally {
    await platform.close();
  }
  const both = Promise.all([1, 2].map(() => runCommandLine({ DATA_DIR: inFolder('restored') }, 'restore', full)));
  await filling(inFolder('restored'), both);
  const began = performance.now();
  restores = await both;
  whole = { ms: performance.now() - began, before, after: await emailsOf(inFolder('restored')) };
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('BACKUP-1 BACKUP-4 PRIVACY-51 a backup of a running platform has what was answered before it, pictures too; a restored copy passes the check, and its sessions have ended', async () => {
  expect((await stat(full)).mode & 0o777).toBe(0o600);
  await expect(stat(join(dataDir, 'database.copy'))).rejects.toThrow('ENOENT');
  await expect(stat(operatorSocketPath(dataDir))).rejects.toThrow('ENOENT');
  const copy = inFolder('restored');
  const env = { DATA_DIR: copy };
  expect(restores).toContainEqual({ code: 0, output: expect.stringMatching(/All sessions have ended/), errors: '' });
  await writeFile(join(copy, 'platform.secret'), await readFile(join(dataDir, 'platform.secret')));
  const checked = await runCommandLine(env, 'verify-data');
  expect(checked).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^ok +release.+\nok +activity.+ 2 events redacted\..*\nok +evidence.+\nok +counts.+\nok +references/,
    ),
  });
  expect(acknowledged.filter((email) => !whole.after.has(email))).toEqual([]);
  const db = await openDatabase({ dataDir: copy });
  const { bytes } = await db
    .selectFrom('stored_file')
    .select('bytes')
    .where('id', '=', 'x'.repeat(22))
    .executeTakeFirstOrThrow();
  await db.destroy();
  expect(Buffer.from(bytes).equals(picture)).toBe(true);
  const platform = await startPlatform(
    { ...(await settingsOf(copy)), unreadableSecrets: 'give-up' },
    { logger: false },
  );
  try {
    expect(await statusOfKey(platform, apiKey)).toBe(401);
    const signedIn = await signIn(platform);
    expect(signedIn.status).toBe(200);
    const key = String(signedIn.body.current_ent_usr?.api_key);
    const { body } = await post(platform, '/consoles/create_org_user', { ent_usr: newUser('later@demo.example') }, key);
    expect(body.user).toMatchObject({ email: 'later@demo.example' });
  } finally {
    await platform.close();
  }
}, 180_000);

test('BACKUP-2 without --with-secrets no hash, key, sealed secret or text of a mail is in the file, and the restored copy starts: no one signs in with an old password', async () => {
  const text = gunzipSync(await readFile(plain)).toString();
  const db = await openDatabase({ dataDir });
  const places = [
    ['ent_usr', 'password_hash'],
    ['session', 'key_hash'],
    ['api_key', 'key_hash'],
    ['user_token', 'token_hash'],
    ['sso', 'client_secret_sealed'],
    ['mail', 'body_text'],
  ] as const;
  for (const [table, column] of places) {
    const { rows } = await sql<{
      value: string | null;
    }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db);
    const values = rows.flatMap(({ value }) => value ?? []);
    expect([table, values.filter((value) => text.includes(JSON.stringify(value).slice(1, -1)))]).toEqual([table, []]);
  }
  await db.destroy();
  const copy = inFolder('restored-plain');
  expect((await runCommandLine({ DATA_DIR: copy }, 'restore', plain)).code).toBe(0);
  const platform = await start(copy);
  try {
    expect((await signIn(platform)).body.message).toBe('INVALID_CREDENTIALS');
  } finally {
    await platform.close();
  }
}, 180_000);

test('BACKUP-5 a file that is cut off, changed, foreign, newer or missing is refused before anything is touched', async () => {
  const target = inFolder('untouched');
  const whole = await readFile(full);
  const text = gunzipSync(whole).toString();
  const [header = '', ...rest] = text.split('\n');
  const having = (migrations: string[]) =>
    gzipSync(
      [header.replace(/"migrations":\[.*?\]/, `"migrations":${JSON.stringify(migrations)}`), ...rest].join('\n'),
    );
  const bad: [name: string, content: Buffer, line: RegExp][] = [
    ['cut', whole.subarray(0, whole.length - 20), /is incomplete|is damaged/],
    ['half', whole.subarray(0, whole.length >> 1), /is incomplete/],
    ['without-end', gzipSync(text.slice(0, text.lastIndexOf('#'))), /is incomplete/],
    [
      'changed',
      gzipSync(text.replace('organiser@demo.example', 'attacker@demo.example')),
      /was changed after it was written/,
    ],
    ['longer', gzipSync(`${text}{}\n`), /has extra data after its end/],
    ['flipped', Buffer.from(whole).fill(0, 2_000, 2_010), /damaged|incomplete|changed/],
    [
      'newer',
      having(['0100_baseline', '9999_later']),
      /was written by a newer release \(it has migration 9999_later\)/,
    ],
    [
      'older',
      having(['0001_init', '0072_evidence_pages']),
      /is from before the first release \(its last migration is 0072_evidence_pages\): start it with commit [0-9a-f]{40} first/,
    ],
    ['tar', Buffer.from('database/PG_VERSION\u0000'), /is not a backup of the console/],
    ['other', gzipSync('x'.repeat(5_000_000)), /is not a backup of the console/],
    ['empty', Buffer.alloc(0), /is not a backup of the console/],
  ];
  for (const [name, content, line] of bad) {
    const path = inFolder(`bad-${name}`);
    await writeFile(path, content);
    const error = await openBackup(path)
      .then((source) => restoreBackup(target, source))
      .catch((reason) => reason);
    expect([name, error, error.message]).toEqual([name, expect.any(StartError), expect.stringMatching(line)]);
    expect(error.message).not.toContain('\n');
  }
  expect(await runCommandLine({ DATA_DIR: target }, 'restore', inFolder('bad-cut'))).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^.+ (is incomplete|is damaged).*\n$/),
  });
  expect((await runCommandLine({ DATA_DIR: target }, 'restore', inFolder('none'))).errors).toMatch(/cannot be read/);
  await expect(stat(target)).rejects.toThrow('ENOENT');
}, 240_000);

test('BACKUP-6 kill -9 of a restore at any moment leaves the earlier data, or all of the restored ones', async () => {
  // e2e/faults/restore-kill.release.test.ts kills more restores.
  const left = await killRestores(folder, full, whole, [0.3, 0.97]);
  for (const emails of left) expect(emails).toEqual(emails.size === before.size ? before : whole.after);
  expect(whole.after.size).toBeGreaterThan(before.size);
  expect(left).toContainEqual(before);
}, 300_000);

test('BACKUP-6 a restore that was killed between its two moves is undone by the next start', async () => {
  const target = inFolder('between');
  await fillDataFolder(target, { demo: true });
  await rename(join(target, 'database'), join(target, 'database.replaced'));
  expect(await emailsOf(target)).toEqual(before);
  await expect(stat(join(target, 'database.replaced'))).rejects.toThrow('ENOENT');
});

test('BACKUP-3 of two restores at once one is refused', () => {
  expect(restores.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(restores).toContainEqual(inUse);
});

describe('while a platform uses the data folder', () => {
  let target: string;
  let platform: RunningPlatform;
  beforeAll(async () => {
    target = inFolder('in-use');
    await fillDataFolder(target, { demo: true });
    platform = await start(target);
  });
  afterAll(() => platform.close());

  test('BACKUP-3 nothing is restored, and the line says so', async () => {
    expect(await runCommandLine({ DATA_DIR: target }, 'restore', full)).toEqual(inUse);
    expect((await signIn(platform)).status).toBe(200);
  });

  test('BACKUP-7 kill -9 of a backup leaves no file of that name, and the platform goes on and takes the next one', async () => {
    const file = inFolder('killed-backup');
    const copyIsThere = () =>
      stat(join(target, 'database.copy')).then(
        () => true,
        () => false,
      );
    const { child } = startCommand({ DATA_DIR: target }, 'backup', file);
    const ended = new Promise((done) => child.once('close', done));
    await expect.poll(copyIsThere).toBe(true);
    child.kill('SIGSTOP');
    expect(await runCommandLine({ DATA_DIR: target }, 'backup', file)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^Another backup/),
    });
    child.kill('SIGKILL');
    await ended;
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await expect.poll(copyIsThere).toBe(false);
    expect((await signIn(platform)).status).toBe(200);
    expect((await runCommandLine({ DATA_DIR: target }, 'backup', file)).code).toBe(0);
  });
});

test('BACKUP-9 wrong usage is one line', async () => {
  for (const args of [
    ['backup'],
    ['backup', 'a', 'b'],
    ['restore', 'a', '--force'],
    ['restore', 'a', '--database', 'postgres://127.0.0.1:1/none'],
    ['verify-data', 'a'],
  ])
    expect(await runCommandLine({ DATA_DIR: inFolder('none') }, ...args)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(new RegExp(`^Usage: ${args[0]}[^\n]*\n$`)),
    });
  expect(await runCommandLine({ DATA_DIR: inFolder('none') }, 'backup', inFolder('x'))).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/does not exist/),
  });
  await expect(stat(inFolder('none'))).rejects.toThrow('ENOENT');
});

test('BACKUP-10 backup refuses to overwrite a file, and a folder gets a name with the date', async () => {
  const [target, backups] = [inFolder('named'), inFolder('backups')];
  await fillDataFolder(target);
  await mkdir(backups);
  const env = { DATA_DIR: target };
  const file = join(backups, 'mine');
  await writeFile(file, 'mine');
  expect(await runCommandLine(env, 'backup', file)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^".+mine" already exists\. [^\n]+--force\.\n$/),
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await runCommandLine(env, 'backup', file, '--force')).toMatchObject({ code: 0, errors: '' });
  expect(await runCommandLine(env, 'backup', join(backups, 'absent/x'))).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/does not exist\. Create it first\.\n$/),
  });
  expect(await runCommandLine(env, 'backup', backups)).toMatchObject({ code: 0, errors: '' });
  const named = (await readdir(backups)).filter((name) => name !== 'mine');
  expect(named).toEqual([expect.stringMatching(/^console-\d{8}T\d{6}Z\.backup$/)]);
  expect((await stat(join(backups, named[0] ?? ''))).mode & 0o777).toBe(0o600);
  const db = await openDatabase({ dataDir: target });
  expect(await db.selectFrom('backup_run').select(['is_encrypted', 'has_secrets']).execute()).toEqual(
    [1, 2].map(() => ({ is_encrypted: false, has_secrets: false })),
  );
  await db.destroy();
});

test('BACKUP-13 restore --check tries a backup of the embedded database in a folder of its own, which is then gone', async () => {
  const [target, room] = [inFolder('checked'), inFolder('temporary')];
  await mkdir(room);
  await mkdir(target);
  await writeFile(join(target, 'platform.secret'), await readFile(join(dataDir, 'platform.secret')));
  const env = { DATA_DIR: target, TMPDIR: room };
  expect(await runCommandLine(env, 'restore', '--check', full)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^ok +backup +Created at .+ rows\.\nok +release.+\nok +activity/),
  });
  expect(await readdir(room)).toEqual([]);
  expect(await readdir(target)).toEqual(['platform.secret']);
  const { child, errors } = startCommand(env, 'restore', '--check', full);
  const ended = new Promise((done) => child.once('close', done));
  await expect.poll(() => readdir(room), { timeout: 60_000 }).not.toEqual([]);
  child.kill('SIGTERM');
  expect([await ended, errors()]).toEqual([1, 'Interrupted.\n']);
  expect(await readdir(room)).toEqual([]);
}, 240_000);
