import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findBinaries, type ServerUser, serverUser } from './postgres-binaries.ts';

let server: ChildProcess | undefined;
const env = { PATH: process.env.PATH, LC_ALL: 'C' };

// The server lives as long as the pipe to this shell, which then removes its folder, even after kill -9 of the tests. `stop` stops it in immediate
// mode, `start` starts it, `restart` does both.
const supervisorScript = `program="$1" room="$2" port="$3"
shift 3
start() { "$program" -D "$room/data" -k "$room" -h 127.0.0.1 -p "$port" -c max_connections=200 "$@" & }
start "$@"
while read -r order; do
[ "$order" = start ] || { kill -QUIT $!; wait $!; }
[ "$order" = stop ] || start "$@"
done
kill -QUIT $!
wait $!
rm -rf "$room"`;
/** Test rows need not survive a power failure. */
const unsafeFlags = ['-F', '-c', 'full_page_writes=off'];

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
  server = child;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isReachable(url)) return url;
    await delay(50);
  }
  throw new Error(`PostgreSQL did not start: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : 'no log'}`);
}

/** Stops the server in immediate mode, like a crash, or starts it again; it may still be starting on return. */
export function orderServer(order: 'stop' | 'start' | 'restart'): void {
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
