import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findBinaries, type ServerUser, serverUser } from './postgres-binaries.ts';

let server: ChildProcess | undefined;
const env = { PATH: process.env.PATH, LC_ALL: 'C' };

// The server lives as long as the pipe to this shell, which then removes its folder, even after kill -9 of the tests. `stop` stops it in immediate
// mode, `stop-fast` as an operator does, `start` starts it, `restart` stops and starts it.
const supervisorScript = `program="$1" room="$2" port="$3"
shift 3
start() { "$program" -D "$room/data" -k "$room" -h 127.0.0.1 -p "$port" -c max_connections=200 "$@" & }
start "$@"
while read -r order; do
case "$order" in
start) ;;
stop-fast) kill -INT $!; wait $! ;;
*) kill -QUIT $!; wait $! ;;
esac
case "$order" in stop*) ;; *) start "$@" ;; esac
done
kill -QUIT $!
wait $!
rm -rf "$room"`;
/** Test rows need not survive a power failure. */
const unsafeFlags = ['-F', '-c', 'full_page_writes=off'];
/** Keeps log segments that replicas have not received yet. */
export const primaryFlags = [...unsafeFlags, '-c', 'wal_keep_size=512MB'];
/** A statement on the replica delays the replay for a second at most. */
const replicaFlags = [...unsafeFlags, '-c', 'max_standby_streaming_delay=1s'];

async function isReachable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs a statement on a server and returns its rows. */
export async function runOn<T extends object>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  // The server stops; pending queries are rejected.
  client.on('error', () => undefined);
  await client.connect();
  return (await client.query<T>(statement).finally(() => client.end())).rows;
}

/** Creates the data directory in `room` and returns the folder of the server's programs. */
function prepare(room: string, user: ServerUser): string {
  chmodSync(room, 0o755);
  const bin = findBinaries(room, user);
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, room]);
  const initdb = ['-D', join(room, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initdb, { ...user, cwd: room, env, stdio: 'pipe' });
  return bin;
}

/** Starts a server with an empty data directory and returns its address; `stopServer` ends it. */
export async function startServer(flags: readonly string[] = unsafeFlags): Promise<string> {
  const user = serverUser();
  const room = mkdtempSync(join(tmpdir(), 'platform-postgres-'));
  let bin: string;
  try {
    bin = prepare(room, user);
  } catch (error) {
    rmSync(room, { recursive: true, force: true });
    throw error;
  }
  const { child, url } = await supervise(bin, room, user, flags);
  server = child;
  // As on a machine without a locale, a database of template0 is UTF8 only if its statement names the encoding.
  await runOn(url, `update pg_database set encoding = 0 where datname = 'template0'`);
  return url;
}

/** Starts a server on the data directory in `room`, and waits until it answers. */
async function supervise(bin: string, room: string, user: ServerUser, flags: readonly string[]) {
  const log = join(room, 'log');
  const output = openSync(log, 'a');
  const port = await freePort();
  // Detached, because Ctrl-C must reach the tests and not the server.
  const child = spawn('sh', ['-c', supervisorScript, 'keeper', join(bin, 'postgres'), room, String(port), ...flags], {
    ...user,
    cwd: room,
    env,
    stdio: ['pipe', output, output],
    detached: true,
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isReachable(url)) return { child, url };
    await delay(50);
  }
  throw new Error(`PostgreSQL did not start: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : 'no log'}`);
}

/** Copies the data directory of a running server into `room`, for a streaming replica. Not every installation has pg_basebackup. */
async function copyForReplica(primary: string, room: string): Promise<void> {
  const data = join(room, 'data');
  const client = new pg.Client({ connectionString: primary });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder from pg_backup_start('replica', true)`,
    );
    cpSync(rows[0]?.folder ?? '', data, { recursive: true, filter: (source) => !source.endsWith('postmaster.pid') });
    const label = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), label.rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { hostname, port } = new URL(primary);
  writeFileSync(join(data, 'standby.signal'), '');
  const conninfo = `primary_conninfo = 'host=${hostname} port=${port} user=postgres'\n`;
  appendFileSync(join(data, 'postgresql.auto.conf'), conninfo);
  chmodSync(data, 0o700);
}

/** Starts a streaming replica of a server of this machine; `stop` ends it and removes its folder. */
export async function startReplica(primary: string): Promise<{ url: string; stop(): Promise<void> }> {
  const user = serverUser();
  const room = mkdtempSync(join(tmpdir(), 'platform-replica-'));
  chmodSync(room, 0o755);
  const bin = findBinaries(room, user);
  await copyForReplica(primary, room);
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, room]);
  const { child, url } = await supervise(bin, room, user, replicaFlags);
  const stop = async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.stdin?.end();
    await gone;
  };
  return { url, stop };
}

/** Stops the server in immediate mode, like a crash, or in fast mode, or starts it again; it may still be stopping or starting on return. */
export function orderServer(order: 'stop' | 'stop-fast' | 'start' | 'restart'): void {
  if (!server?.stdin) throw new Error('no server was started');
  server.stdin.write(`${order}\n`);
}

/** Stops the server of `startServer` and removes its folder. */
export async function stopServer(): Promise<void> {
  if (!server?.stdin || server.exitCode !== null) return;
  const gone = once(server, 'exit');
  server.stdin.end();
  await gone;
}
