import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommandLine, startCommand } from '../testing/operator-commands.ts';
import { runOn } from '../testing/postgres-server.ts';
import { findServerPrograms, makePrograms, makeRole, openNamedDatabase, wrapping } from '../testing/server-backups.ts';

const programs = await findServerPrograms();
const hasAge = spawnSync('age', ['--version']).error === undefined;
const password = 'p@ss/w#rd%1 known-secret';
const knownText = `known text of a mail ${'q'.repeat(40)}`;

let folder: string;
let source: Awaited<ReturnType<typeof openNamedDatabase>>;
let owner: Awaited<ReturnType<typeof makeRole>>;
let plain: string;
let encrypted: string;
let identity: string;
let publicKey: string;
const inFolder = (name: string) => join(folder, name);
const env = (databaseUrl: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: '/nonexistent',
  ...more,
});
const oneLine = (pattern: RegExp) => ({
  code: 1,
  output: '',
  errors: expect.stringMatching(new RegExp(`^[^\\n]*${pattern.source}[^\\n]*\\n$`)),
});
const tablesOf = (url: string) =>
  runOn<{ name: string; owner: string }>(
    url,
    `select tablename as name, tableowner as owner from pg_tables where schemaname !~ '^pg_|^information_schema$' order by 1`,
  );
const count = async (db: Kysely<Database>, table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count;
};

describe.skipIf(!programs)('with the programs of the server', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-test-'));
    [source, owner] = [await openNamedDatabase(), await makeRole(password)];
    const { db } = source;
    const user = await db.selectFrom('ent_usr').select('id').orderBy('id').executeTakeFirstOrThrow();
    const later = new Date(Date.now() + 3_600_000);
    await sql`insert into session (ent_usr_id, key_hash, expires_at, last_used_at, created_at)
      values (${user.id}::int, 'hash-of-a-session', ${later}, now(), now())`.execute(db);
    await sql`insert into mail (recipient, subject, body_text, created_at)
      values ('a@demo.example', 'Subject', ${knownText}, now())`.execute(db);
    await sql`create schema pgboss`.execute(db);
    await sql`create table pgboss.job (id integer)`.execute(db);
    [plain, encrypted, identity] = ['plain', 'encrypted', 'identity.txt'].map(inFolder) as [string, string, string];
    const key = await generateX25519Identity();
    publicKey = await identityToRecipient(key);
    await writeFile(identity, `# public key: ${publicKey}\n${key}\n`);
    expect(await runCommandLine(env(source.url), 'backup', plain, '--with-secrets')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Backed up \d+ rows to .+, with secrets\. Store it like a password\.\n$/),
      errors: '',
    });
    const withSetting = env(source.url, { BACKUP_PUBLIC_KEY: publicKey });
    expect(await runCommandLine(withSetting, 'backup', encrypted)).toMatchObject({ code: 0, errors: '' });
  }, 240_000);
  afterAll(async () => {
    await source.db.destroy();
    await owner.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('BACKUP-11 a backup of PostgreSQL has a manifest and a dump that standard programs read, and without a key it needs --with-secrets', async () => {
    expect((await stat(plain)).mode & 0o777).toBe(0o600);
    const room = inFolder('unpacked');
    await mkdir(room);
    execFileSync('tar', ['-xf', plain, '-C', room]);
    const parts = (await readdir(join(room, 'console-backup'))).filter((name) => name.startsWith('dump.'));
    const read = (name: string) => readFile(join(room, 'console-backup', name));
    const manifest = JSON.parse(String(await read('manifest.json'))) as { rows: Record<string, number> };
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(manifest).toMatchObject({ release: version, server: expect.any(Number) });
    expect(manifest.rows).toMatchObject({ 'public.ent_usr': await count(source.db, 'ent_usr'), 'public.session': 1 });
    expect(Object.keys(manifest.rows).filter((name) => name.startsWith('pgboss'))).toEqual([]);
    const dump = Buffer.concat(await Promise.all(parts.toSorted().map(read)));
    const sum = execFileSync('sha256sum', { input: Buffer.concat([await read('manifest.json'), dump]) }).toString();
    expect(JSON.parse(String(await read('end.json')))).toEqual({ bytes: dump.length, sha256: sum.split(' ')[0] });
    // From a file: pg_restore stops reading after the list, and piped input would break.
    await writeFile(join(room, 'whole.dump'), dump);
    const listed = execFileSync(programs?.restore ?? '', ['--list', join(room, 'whole.dump')]).toString();
    expect(listed).toMatch(/TABLE DATA public ent_usr /);
    expect(await runCommandLine(env(source.url), 'backup', inFolder('x'))).toEqual(
      oneLine(/--public-key age1….+--with-secrets/),
    );
    await expect(stat(inFolder('x'))).rejects.toThrow('ENOENT');
  });

  test('BACKUP-11 a restored database belongs to the role of DATABASE_URL, passes the check, and its sessions and links have ended', async () => {
    const url = await owner.makeDatabase();
    const done = await runCommandLine(env(url), 'restore', plain);
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/All sessions have ended/), errors: '' });
    const tables = await tablesOf(url);
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter((table) => table.owner !== owner.role || table.name === 'unfinished_restore')).toEqual([]);
    expect(await runCommandLine(env(url), 'verify-data')).toMatchObject({ code: 0, errors: '' });
    const copy = await openDatabase({ databaseUrl: url });
    try {
      for (const table of ['session', 'remember_token', 'session_token', 'login_attempt', 'backup_run'])
        expect([table, await count(copy, table)]).toEqual([table, 0]);
      expect(await count(copy, 'ent_usr')).toBe(await count(source.db, 'ent_usr'));
      const mail = await copy.selectFrom('mail').select('body_text').where('body_text', '=', knownText).execute();
      expect(mail).toHaveLength(1);
    } finally {
      await copy.destroy();
    }
    expect(await runCommandLine(env(url), 'restore', plain)).toEqual(
      oneLine(
        /is not empty.+create database \w+_restored owner role_\w+ encoding 'UTF8' template template0\. Nothing was changed\./,
      ),
    );
  });

  test('BACKUP-11 a console in a schema of its own is restored by a role that may not create the extensions of the server', async () => {
    const own = { options: '-c search_path=app' };
    const inSchema = (url: string) => Object.assign(new URL(url), { search: `?${new URLSearchParams(own)}` }).href;
    const [from, to] = [await owner.makeDatabase(), await owner.makeDatabase()];
    await runOn(from, 'create schema app');
    await (await openDatabase({ databaseUrl: inSchema(from) })).destroy();
    const admin = Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(from).pathname }).href;
    // Not every installation has the extension; without it, there is nothing to test.
    const [extension] = await runOn<{ name: string }>(
      admin,
      `select name from pg_available_extensions where name = 'pg_stat_statements'`,
    );
    if (extension) await runOn(admin, `create extension ${extension.name}`);
    const file = inFolder('schema');
    expect(await runCommandLine(env(inSchema(from)), 'backup', file, '--with-secrets')).toMatchObject({ code: 0 });
    expect(await runCommandLine(env(inSchema(to)), 'restore', file)).toMatchObject({ code: 0, errors: '' });
    const names = (url: string) => tablesOf(url).then((tables) => tables.map(({ name }) => name));
    expect(await names(to)).toEqual(await names(from));
    await (await openDatabase({ databaseUrl: inSchema(to) })).destroy();
    // The references were restored too.
    const { output } = await runCommandLine(env(inSchema(to)), 'verify-data');
    expect(output).toMatch(/^ok +references +All [1-9]\d+ references between tables are intact\.$/m);
  });

  test('BACKUP-12 a backup that is encrypted to a public key has no known secret, and only its identity opens it', async () => {
    const text = await readFile(encrypted);
    expect(text.toString('latin1').startsWith('age-encryption.org/v1\n')).toBe(true);
    for (const secret of [knownText, 'hash-of-a-session', 'console-backup', 'manifest'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    const url = await owner.makeDatabase();
    const other = inFolder('other.txt');
    await writeFile(other, await generateX25519Identity());
    const cut = inFolder('cut');
    await writeFile(cut, text.subarray(0, text.length - 100));
    const changed = inFolder('changed');
    await writeFile(changed, Buffer.from(text).fill(0, text.length - 5_000, text.length - 4_990));
    for (const [args, line] of [
      [[encrypted], /is encrypted\. Name its identity file with --identity FILE/],
      [[encrypted, '--identity', other], /was encrypted for a key that is not in/],
      [[encrypted, '--identity', plain], /contains no age identity/],
      [[cut, '--identity', identity], /is incomplete or damaged\. Nothing was changed/],
      [[changed, '--identity', identity], /is incomplete or damaged\. Nothing was changed/],
    ] as const)
      expect(await runCommandLine(env(url), 'restore', ...args)).toEqual(oneLine(line));
    expect(await tablesOf(url)).toEqual([]);
    const done = await runCommandLine(env(url), 'restore', encrypted, '--identity', identity);
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect((await tablesOf(url)).length).toBeGreaterThan(40);
    for (const [key, line] of [
      ['age1wrong', /must begin with age1/],
      [(await readFile(identity, 'utf8')).split('\n')[1] ?? '', /must begin with age1/],
      [identity, /must begin with age1/],
      [inFolder('none'), /cannot be read/],
    ] as const) {
      const refused = await runCommandLine(env(source.url), 'backup', inFolder('x'), '--public-key', key);
      expect(refused).toEqual(oneLine(line));
      expect(refused.errors).not.toContain('AGE-SECRET-KEY');
    }
  });

  test('BACKUP-12 the program age opens a backup, and a backup that it has encrypted is restored', async () => {
    const opened = hasAge
      ? execFileSync('age', ['--decrypt', '--identity', identity, encrypted], { maxBuffer: 1e9 })
      : Buffer.from(await decrypt(await readFile(encrypted)));
    const room = inFolder('opened');
    await mkdir(room);
    execFileSync('tar', ['-x', '-C', room], { input: opened });
    expect(await readdir(join(room, 'console-backup'))).toContain('end.json');
    const theirs = inFolder('theirs.age');
    if (hasAge) execFileSync('age', ['--recipient', publicKey, '--output', theirs, plain]);
    else await writeFile(theirs, await encrypt(await readFile(plain)));
    const url = await owner.makeDatabase();
    expect(await runCommandLine(env(url), 'restore', theirs, '--identity', identity)).toMatchObject({
      code: 0,
      errors: '',
    });
  });

  const decrypt = async (text: Uint8Array) => {
    const decrypter = new Decrypter();
    decrypter.addIdentity((await readFile(identity, 'utf8')).split('\n')[1] ?? '');
    return decrypter.decrypt(text);
  };
  const encrypt = (text: Uint8Array) => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(publicKey);
    return encrypter.encrypt(text);
  };

  test('BACKUP-5 a file of PostgreSQL that is cut off, changed, longer or newer is refused before anything is touched', async () => {
    const url = await owner.makeDatabase();
    const whole = await readFile(plain);
    const padded = (text: string) => whole.toString('latin1').replace(/"0100_baseline"/, text);
    const bad: [name: string, content: Buffer, line: RegExp][] = [
      ['cut', whole.subarray(0, whole.length - 1_100), /is incomplete/],
      ['half', whole.subarray(0, whole.length >> 1), /is incomplete/],
      ['changed', Buffer.from(whole).fill(1, whole.length >> 1, (whole.length >> 1) + 4), /was changed after it was/],
      ['longer', Buffer.concat([whole, Buffer.from('x')]), /has extra data after its end/],
      ['newer', Buffer.from(padded('"9100_baseline"'), 'latin1'), /was written by a newer release/],
      ['older', Buffer.from(padded('"0072_evidence"'), 'latin1'), /is from before the first release/],
      ['foreign', execFileSync('tar', ['-c', '-C', folder, 'identity.txt']), /is not a backup of the console/],
    ];
    for (const [name, content, line] of bad) {
      const path = inFolder(`bad-${name}`);
      await writeFile(path, content);
      expect([name, await runCommandLine(env(url), 'restore', path)]).toEqual([name, oneLine(line)]);
    }
    expect(await tablesOf(url)).toEqual([]);
    expect(await runCommandLine({ DATA_DIR: inFolder('none') }, 'restore', plain)).toEqual(
      oneLine(/is a backup of PostgreSQL\. Set DATABASE_URL/),
    );
  });

  test('BACKUP-14 programs of another release are refused with the package to install, and no password is among their arguments', async () => {
    const release = Math.floor(
      Number(
        (await runOn<{ v: string }>(source.url, `show server_version_num`).then(
          (rows) => Object.values(rows[0] ?? {})[0],
        )) ?? 0,
      ) / 10_000,
    );
    const newer = await makePrograms(inFolder('newer'), {
      pg_dump: 'echo "pg_dump (PostgreSQL) 97.12"',
      pg_restore: 'echo "pg_restore (PostgreSQL) 97.12"',
    });
    const target = await owner.makeDatabase();
    for (const [command, ...args] of [
      ['backup', inFolder('x'), '--with-secrets'],
      ['restore', plain],
    ] as const)
      expect(
        await runCommandLine(
          env(command === 'backup' ? source.url : target, { POSTGRES_PROGRAMS: newer }),
          command,
          ...args,
        ),
      ).toEqual(oneLine(new RegExp(`is 97\\.12\\)\\. Install postgresql-client-${release}, or set POSTGRES_PROGRAMS`)));
    expect(await tablesOf(target)).toEqual([]);
    // A program of another release in PATH is skipped.
    const path = { PATH: `${newer}:${process.env.PATH}` };
    expect(await runCommandLine(env(source.url, path), 'backup', inFolder('passed'), '--with-secrets')).toMatchObject({
      code: 0,
    });
    const seen = inFolder('seen');
    const watched = await makePrograms(inFolder('watched'), {
      pg_dump: wrapping(
        programs?.dump ?? '',
        `{ ps -ww -e -o args; cat /proc/$$/cmdline /proc/$PPID/cmdline; } >${seen}\nprintf '%s' "$PGPASSWORD" >${seen}.password\nprintf '%s' "$PGSSLMODE $PGAPPNAME" >${seen}.parameters\nexec ${programs?.dump} "$@"`,
      ),
    });
    const as = Object.assign(new URL(source.url), { password: encodeURIComponent(password) });
    as.search = '?sslmode=disable&application_name=nightly';
    const done = await runCommandLine(
      env(as.href, { POSTGRES_PROGRAMS: watched }),
      'backup',
      inFolder('y'),
      '--with-secrets',
    );
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect(await readFile(`${seen}.password`, 'utf8')).toBe(password);
    expect(await readFile(`${seen}.parameters`, 'utf8')).toBe('disable nightly');
    const shown = await readFile(seen, 'latin1');
    expect(shown).toContain('--snapshot=');
    expect(shown).not.toMatch(/known-secret/);
  });

  test('BACKUP-13 restore --check tries a backup in a database of its own, which is dropped however the check ends', async () => {
    const left = () =>
      runOn(inject('postgresUrl'), `select datname from pg_database where datname ~ '^console_check_'`);
    const before = await count(source.db, 'session');
    expect(await runCommandLine(env(source.url), 'restore', '--check', plain)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^ok +backup +Created at .+ rows\.\nok +release.+\nok +activity/),
      errors: '',
    });
    const stopped = startCommand(env(source.url), 'restore', '--check', plain);
    const ended = new Promise((done) => stopped.child.once('close', done));
    await expect.poll(left, { timeout: 60_000 }).not.toEqual([]);
    stopped.child.kill('SIGTERM');
    expect([await ended, stopped.errors()]).toEqual([1, expect.stringMatching(/^Interrupted\.[^\n]*\n$/)]);
    expect([await left(), await count(source.db, 'session')]).toEqual([[], before]);
    const url = await owner.makeDatabase();
    expect(await runCommandLine(env(url), 'restore', '--check', plain)).toEqual(
      oneLine(/Run alter role role_\w+ createdb, or name an empty database with --database URL/),
    );
    expect(await runCommandLine(env(source.url), 'restore', '--check', plain, '--database', source.url)).toEqual(
      oneLine(/--database: the database is not empty/),
    );
    const tried = await runCommandLine(
      env(source.url),
      'restore',
      '--check',
      encrypted,
      '--identity',
      identity,
      '--database',
      url,
    );
    expect(tried).toMatchObject({ code: 0, output: expect.stringMatching(/\nok +references/), errors: '' });
    expect(await tablesOf(url)).toEqual([]);
    expect(await runCommandLine(env(url), 'restore', plain)).toMatchObject({ code: 0, errors: '' });
  }, 180_000);

  test('BACKUP-17 a role that may not read the tables gets one line with the statements that help', async () => {
    const url = owner.as(source.url);
    const line = /belongs to \w+ and not to (role_\w+) \(permission denied for .+\)\. Run alter table .+ owner to \1/;
    for (const args of [['verify-data'], ['backup', inFolder('x'), '--with-secrets'], ['unlock', 'a@demo.example']])
      expect([args[0], await runCommandLine(env(url), ...args)]).toEqual([args[0], oneLine(line)]);
  });

  test('BACKUP-16 the time of the last complete backup is stored, and that of a failed one is not', async () => {
    const runs = () => source.db.selectFrom('backup_run').selectAll().orderBy('id').execute();
    const before = await runs();
    expect(before.slice(0, 2)).toMatchObject([
      { is_encrypted: false, has_secrets: true, bytes: (await stat(plain)).size },
      { is_encrypted: true, has_secrets: true, bytes: (await stat(encrypted)).size },
    ]);
    const failing = await makePrograms(inFolder('failing'), {
      pg_dump: wrapping(programs?.dump ?? '', 'echo part; echo "pg_dump: error: out of memory" >&2; exit 1'),
    });
    const failed = await runCommandLine(
      env(source.url, { POSTGRES_PROGRAMS: failing }),
      ...['backup', inFolder('failed'), '--with-secrets'],
    );
    expect(failed).toEqual(oneLine(/pg_dump failed: out of memory\./));
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
    expect(await runs()).toEqual(before);
  });
});
