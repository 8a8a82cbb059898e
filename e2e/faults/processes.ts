import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nonSensitiveScopes } from '@console/contract/key-scopes';
import { createUserDocument, goodUser } from '@console/gateway/testing/user-mutations';
import { openDatabase } from '@console/platform/core/database/database';
import { type UserName, writeFixtures } from '@console/platform/testing/fixtures';
import { freePort } from '@console/platform/testing/free-port';
import { startServer, stopServer } from '@console/platform/testing/postgres-server';
import { newDataDir } from '../system.ts';

const root = join(import.meta.dirname, '../..');

/** A server as a process of its own. */
export interface ServerProcess {
  origin: string;
  child: ChildProcess;
  /** Text that the server has written to standard error so far. */
  errors(): string;
  /** Sends a signal and waits for the exit code and signal. */
  end(signal: NodeJS.Signals): Promise<unknown[]>;
}

/** Starts a server. `shell` is a command that a shell runs first, `folder` the folder of another release. */
export function spawnServer(
  server: 'platform' | 'gateway',
  settings: Record<string, string>,
  { shell, folder = root }: { shell?: string; folder?: string } = {},
) {
  const main = [process.execPath, join(folder, server, 'src/main.ts')] as const;
  const [command, ...args] = shell ? (['sh', '-c', `${shell}; exec "$0" "$@"`, ...main] as const) : main;
  return spawn(command, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts a server and waits until it listens. */
export async function startProcess(...given: Parameters<typeof spawnServer>): Promise<ServerProcess> {
  const child = spawnServer(...given);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface(child.stdout)) {
    const origin = /http:\/\/\S+$/.exec(line)?.[0];
    if (!origin) continue;
    child.stdout.resume();
    const end = async (signal: NodeJS.Signals) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      return ended;
    };
    return { origin, child, errors: () => errors, end };
  }
  throw new Error(`${given[0]} did not start: ${errors}`);
}

/** A key of a user with all scopes that are not sensitive. */
export async function createKey(db: Awaited<ReturnType<typeof openDatabase>>, userId: number): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  const key_hash = createHash('sha256').update(key).digest('hex');
  const scopes = [...nonSensitiveScopes];
  const row = { ent_usr_id: userId, name: 'faults', key_hash, scopes, created_at: new Date() };
  await db
    .insertInto('api_key')
    .values({ ...row, last_used_at: null, expires_at: null, revoked_at: null })
    .execute();
  return key;
}

/** PostgreSQL with the fixtures and a key for each of some users. */
export async function startDatabase() {
  const databaseUrl = await startServer();
  const db = await openDatabase({ databaseUrl });
  const fixtures = await writeFixtures(db, new Date());
  const keyOf = (user: UserName) => createKey(db, fixtures.users[user].id);
  const keys = { adm: await keyOf('adm'), orgA: await keyOf('orgA'), orgB: await keyOf('orgB') };
  return { databaseUrl, db, fixtures, keys };
}

/** Platform and gateways on PostgreSQL, each as a process of its own, with the fixtures and a key for each of some users. */
export async function startServers({
  gateways = 1,
  settings = {},
}: {
  gateways?: number;
  settings?: Record<string, string>;
} = {}) {
  const { databaseUrl, db, fixtures, keys } = await startDatabase();
  const dataDir = await newDataDir();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()), ...settings };
  const startPlatform = () => startProcess('platform', env);
  const platform = await startPlatform();
  const startGateway = async (port: number) =>
    startProcess('gateway', { PORT: String(port), PRODUCT_API_URL: platform.origin, DATA_DIR: dataDir, ...settings });
  const servers = {
    db,
    fixtures,
    keys,
    platform,
    gateways: await Promise.all(Array.from({ length: gateways }, async () => startGateway(await freePort()))),
    startPlatform,
    startGateway,
    async close(): Promise<void> {
      for (const { child } of [...servers.gateways, servers.platform]) child.kill('SIGKILL');
      await db.destroy();
      await stopServer();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return servers;
}

export type Servers = Awaited<ReturnType<typeof startServers>>;

/** A GraphQL answer. */
export interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string; retryAfter?: number } }[];
}

export async function sendQuery(
  origin: string,
  key: string,
  query: string,
  variables: object = {},
  more: Record<string, string> = {},
): Promise<Answer | null> {
  const headers = { ...more, 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const body = JSON.stringify({ query, variables });
  return fetch(`${origin}/graphql`, { method: 'POST', headers, body })
    .then((answer) => answer.json() as Promise<Answer>)
    .catch(() => null);
}

/** Creates a user of the caller's organisation. */
export const createUser = (origin: string, key: string, email: string): Promise<Answer | null> =>
  sendQuery(origin, key, createUserDocument, { input: { ...goodUser, email } });

/** Emails of all users that are stored. */
export const storedEmails = async ({ db }: Pick<Servers, 'db'>): Promise<Set<string>> =>
  new Set((await db.selectFrom('ent_usr').select('email').execute()).map(({ email }) => email));
