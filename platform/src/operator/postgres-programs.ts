import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import pg from 'pg';

type Program = 'pg_dump' | 'pg_restore';

/** Installation folders of Debian, and of postgresql.org for other systems. */
const installedIn = (release: number) => [`/usr/lib/postgresql/${release}/bin`, `/usr/pgsql-${release}/bin`];

/** Finds a program of the server's release; throws StartError with what to install. Other releases cannot dump and restore. */
export async function findProgram(
  program: Program,
  release: number,
  { postgresPrograms, env }: { postgresPrograms: string | undefined; env: Record<string, string> },
): Promise<string> {
  const folders =
    postgresPrograms === undefined
      ? [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...installedIn(release)]
      : [postgresPrograms];
  const others: string[] = [];
  for (const folder of folders) {
    const path = join(folder, program);
    if (!existsSync(path)) continue;
    // The server's URL is needed because the program in Debian's PATH is a script that chooses the release by it.
    const version = await promisify(execFile)(path, ['--version'], { env }).then(
      ({ stdout }) => /\(PostgreSQL\) (\S+)/.exec(stdout)?.[1],
      () => undefined,
    );
    if (Number.parseInt(version ?? '', 10) === release) return path;
    others.push(`${path} is ${version ?? 'not usable'}`);
  }
  const found = others.length > 0 ? ` (${[...new Set(others)].join(', ')})` : '';
  throw new StartError(
    `The server is PostgreSQL ${release}, and ${postgresPrograms === undefined ? 'this machine' : `POSTGRES_PROGRAMS "${postgresPrograms}"`} has no ${program} of that release${found}. Install postgresql-client-${release}, or set POSTGRES_PROGRAMS to the folder of its programs.`,
  );
}

/** URL parameters and their environment variables. */
const variables: Readonly<Record<string, string>> = {
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslcrl: 'PGSSLCRL',
  sslnegotiation: 'PGSSLNEGOTIATION',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  channel_binding: 'PGCHANNELBINDING',
  require_auth: 'PGREQUIREAUTH',
  gssencmode: 'PGGSSENCMODE',
  krbsrvname: 'PGKRBSRVNAME',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  application_name: 'PGAPPNAME',
  options: 'PGOPTIONS',
};

const systemAuthorities = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
];

/** Environment to connect like the console. The URL is in it, as other accounts can read arguments. */
export function programEnvironment(databaseUrl: string): Record<string, string> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: databaseUrl });
  const { searchParams } = new URL(databaseUrl);
  const given = Object.entries(variables).flatMap(([name, variable]) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[variable, value]];
  });
  const inherited = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|TZ|PG[A-Z]+)$/.test(name));
  const all: Record<string, string | undefined> = {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    ...(typeof password === 'string' && { PGPASSWORD: password }),
    ...Object.fromEntries(given),
    ...sslVariables(searchParams),
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The console checks certificates unless `sslmode=no-verify`; the programs only with `verify-full`, and without authorities. */
function sslVariables(parameters: URLSearchParams): Record<string, string> {
  const mode = parameters.get('sslmode') ?? (/^(true|1)$/.test(parameters.get('ssl') ?? '') ? 'require' : null);
  if (mode === null) return {};
  if (parameters.get('uselibpqcompat') === 'true' || mode === 'disable') return { PGSSLMODE: mode };
  if (mode === 'no-verify') return { PGSSLMODE: 'require' };
  const authorities = process.env.NODE_EXTRA_CA_CERTS || systemAuthorities.find((path) => existsSync(path));
  return {
    PGSSLMODE: 'verify-full',
    ...(!parameters.has('sslrootcert') && authorities && { PGSSLROOTCERT: authorities }),
  };
}

export interface RunningProgram {
  child: ChildProcess;
  /** Rejects with StartError and the program's message. */
  ended: Promise<void>;
}

const errorBytes = 8 * 1024;

/** Starts a program, which the signal ends. */
export function runProgram(
  path: string,
  args: readonly string[],
  { env, stdin, signal }: { env: Record<string, string>; stdin: 'pipe' | 'ignore'; signal: AbortSignal | undefined },
): RunningProgram {
  signal?.throwIfAborted();
  const child = spawn(path, args, { env, stdio: [stdin, 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  let errors = '';
  child.stderr?.on('data', (part) => {
    if (errors.length < errorBytes) errors += String(part);
  });
  const ended = new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new StartError(`${path.replace(/^.*\//, '')} failed: ${why}.`));
    child.once('error', (error) => fail(systemErrorReason(error)));
    child.once('close', (code, killed) => {
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else fail(describeFailure(errors) ?? `it exited with ${killed ?? code}`);
    });
  });
  // Awaited possibly after the output.
  ended.catch(() => {});
  return { child, ended };
}

/** First error of a program without its name, and the server's text below it. */
function describeFailure(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one.includes('error:')) ?? lines.find(Boolean);
  return line?.replace(/^.*?error: /, '').replace(/[.\s]+$/, '');
}
