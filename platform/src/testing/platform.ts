import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerMetrics } from '@console/server-base/metrics';
import type { ServerTraces } from '@console/server-base/traces';
import { verify } from '@node-rs/argon2';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createPasswordHasher } from '../core/access/password-hasher.ts';
import { type PlatformSettings, readPlatformSettings } from '../core/base/settings.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { traceStatement } from '../core/database/trace-statement.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { replaceToken, type TokenKind } from '../invitations/user-tokens.ts';
import { createImageRenderer } from '../organisations/image-renderer.ts';
import { renderLimits } from '../organisations/render.ts';
import { buildPlatform } from '../server.ts';
import type { ResolveTxt } from '../sso/sso-domains.ts';
import { borrowTestDatabase, giveBackTestDatabase, openTestDatabase } from './database.ts';
import { demoNow } from './demo-now.ts';
import { type Fixtures, fixturePassword, type UserName, uncheckedConnections, writeFixtures } from './fixtures.ts';
import { restoreRows, saveRows } from './saved-rows.ts';

export interface TestSession {
  apiKey: string;
  token: string;
}

/** A platform on its own database in this process, with fixtures and a clock that only the test moves. */
export interface TestPlatform extends Fixtures {
  app: FastifyInstance;
  db: Kysely<Database>;
  now(): Date;
  moveClock(ms: number): void;
  /** Such as `call('GET /consoles/org_detail?org_id=1', { key })`. */
  call(what: `${'GET' | 'POST' | 'HEAD'} ${string}`, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Like `call`, after the user of the key has confirmed with the password. */
  confirmed: TestPlatform['call'];
  /** POST /login with the user's password and further fields. */
  login(user: UserName, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Signs in without a passcode. */
  signIn(user: UserName): Promise<TestSession>;
  /** Saves a user's newest session; the result inserts it again after a reset. */
  saveSession(user: UserName): Promise<() => Promise<void>>;
  /** All mails to a user, oldest first. */
  mails(user: UserName): Promise<string[]>;
  /** The passcode of the user's last mail. */
  passcode(user: UserName): Promise<string>;
  /** The token in the user's last mail. */
  mailedToken(user: UserName): Promise<string>;
  /** Issues a token without mailing it. */
  issueToken(user: UserName, kind: TokenKind): Promise<string>;
  /** The audit entries of the actions, oldest first. */
  auditEntries(...actions: string[]): Promise<Row<'audit_entry'>[]>;
  hashChecks(): number;
  logs: string[];
  /** Restores the fixtures; the clock continues. */
  reset(): Promise<void>;
  /** Prepares the tests of a file after a reset, once or `atEachTime` of the clock. Later calls only restore the rows written by the first one. */
  prepare(act: () => Promise<unknown>, options?: { atEachTime?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  key?: string | undefined;
  body?: object | string | undefined;
  headers?: Record<string, string>;
  /** The socket's address. */
  from?: string;
}

/** Shared by all platforms of this thread, because its processes start slowly. A longer limit than by default, for a busy machine. */
const imageRenderer = createImageRenderer({ limits: { ...renderLimits, seconds: 60 } });

interface TestPlatformOptions {
  settings?: Partial<PlatformSettings>;
  clockAt?: Date;
  plugin?: KyselyPlugin;
  resolveTxt?: ResolveTxt;
  newDatabase?: true;
  /** A database that the test has opened. */
  database?: Kysely<Database>;
  /** Whether every `signIn` really signs in. By default a user's first session is used again after each reset, because most tests ignore it. */
  signsInAnew?: true;
  metrics?: ServerMetrics | undefined;
  /** Traces, on a database without rows of other tests. */
  traces?: ServerTraces | undefined;
}

/** Starts a platform. `settings` override the defaults, a `plugin` sees its queries, `newDatabase` is one without rows of other tests. */
export async function startTestPlatform(options: TestPlatformOptions = {}) {
  let now = options.clockAt ?? demoNow;
  let checks = 0;
  const clock = () => now;
  const settings = {
    ...readPlatformSettings({ PLATFORM_SECRET: 'a secret of the tests '.repeat(2) }),
    erasedIds: join(tmpdir(), `erased-ids-${process.pid}.jsonl`),
    ...options.settings,
  };
  const { traces } = options;
  const isOwn = options.database !== undefined || (options.newDatabase ?? traces !== undefined);
  const db =
    options.database ??
    (await (isOwn ? openTestDatabase({ onStatement: traces && traceStatement }) : borrowTestDatabase()));
  const fixtures = await writeFixtures(db, now);
  const logs: string[] = [];
  const { smtpUrl, publicUrl } = settings;
  const mailer = createMailer({
    database: db,
    clock,
    log: { warn() {}, error() {} },
    smtpUrl,
    publicUrl,
    retryDelayMaxSeconds: 0,
    pollSeconds: 0.5,
  });
  await mailer.start();
  const verifyHash = (...given: Parameters<typeof verify>) => {
    checks += 1;
    return verify(...given);
  };
  const app = await buildPlatform({
    db: options.plugin ? db.withPlugin(options.plugin) : db,
    settings,
    clock,
    mailer,
    passwords: createPasswordHasher({ verifyHash }),
    imageRenderer,
    resolveTxt: options.resolveTxt,
    metrics: options.metrics,
    traces,
    logger: { level: 'trace', stream: { write: (line) => void logs.push(line) } },
  });

  const call: TestPlatform['call'] = async (what, { key, body, headers, from } = {}) => {
    const [method = '', url = ''] = what.split(' ');
    return app.inject({
      method: method as 'GET',
      url,
      ...(body !== undefined && { payload: body }),
      headers: { ...(key && { [settings.apiKeyHeader]: key }), ...headers },
      ...(from && { remoteAddress: from }),
    });
  };
  const signedIn = new Map<UserName, { at: number; session: TestSession; restore: () => Promise<void> }>();
  /** Users with a session of `signIn` since the last reset. */
  const used = new Set<UserName>();
  let prepared: { at: number; used: UserName[] } | undefined;
  const platform: TestPlatform = {
    ...fixtures,
    app,
    db,
    logs,
    call,
    confirmed: async (what, options = {}) => {
      const body = { current_password: fixturePassword };
      await call('POST /consoles/valid_password', { key: options.key, body });
      return call(what, options);
    },
    now: clock,
    moveClock: (ms) => {
      now = new Date(now.getTime() + ms);
    },
    login: (user, body = {}, headers = {}) => {
      const ent_usr = { email: platform.users[user].email, password: fixturePassword };
      return call('POST /login', { body: { api: true, ent_usr, ...body }, headers });
    },
    signIn: inTurn(async (user) => {
      const saved = signedIn.get(user);
      if (saved?.at === now.getTime() && !used.has(user)) {
        used.add(user);
        await saved.restore();
        return saved.session;
      }
      const answer = await platform.login(user);
      if (answer.statusCode !== 200) throw new Error(`${user} cannot sign in: ${answer.body}`);
      const { api_key, session_token } = answer.json().current_ent_usr;
      const session = { apiKey: api_key, token: session_token };
      used.add(user);
      if (!options.signsInAnew)
        signedIn.set(user, { at: now.getTime(), session, restore: await platform.saveSession(user) });
      return session;
    }),
    saveSession: async (user) => {
      const sessions = db.selectFrom('session').selectAll().where('ent_usr_id', '=', platform.users[user].id);
      const { id: savedId, ...session } = await sessions.orderBy('id', 'desc').executeTakeFirstOrThrow();
      const tokens = db.selectFrom('session_token').selectAll().where('session_id', '=', savedId);
      const { id: _, ...token } = await tokens.executeTakeFirstOrThrow();
      return async () => {
        await (uncheckedConnections.get(db) ?? db)
          .with('added', (add) => add.insertInto('session').values(session).returning('id'))
          .with('signed_in', (update) =>
            update
              .updateTable('ent_usr')
              .set({ last_sign_in_at: session.created_at })
              .where('id', '=', session.ent_usr_id),
          )
          .insertInto('session_token')
          .values({ ...token, session_id: ({ selectFrom }) => selectFrom('added').select('id') })
          .execute();
      };
    },
    mails: async (user) => {
      const { email } = platform.users[user];
      const rows = await db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute();
      return rows.map(({ body_text }) => body_text ?? '');
    },
    passcode: async (user) => {
      const code = /^\s*([0-9A-Z]{4})$/m.exec((await platform.mails(user)).at(-1) ?? '')?.[1];
      if (!code) throw new Error(`no passcode was mailed to ${user}`);
      return code;
    },
    mailedToken: async (user) => {
      const token = /reset_password_token=([\w-]+)/.exec((await platform.mails(user)).at(-1) ?? '')?.[1];
      if (!token) throw new Error(`no link was mailed to ${user}`);
      return token;
    },
    issueToken: (user, kind) =>
      db
        .transaction()
        .execute(async (trx) => (await replaceToken({ clock, settings }, trx, platform.users[user].id, kind)).token),
    auditEntries: (...actions) =>
      db.selectFrom('audit_entry').selectAll().where('action', 'in', actions).orderBy('id').execute(),
    hashChecks: () => checks,
    reset: async () => {
      used.clear();
      Object.assign(platform, await writeFixtures(db, now));
    },
    prepare: async (act, { atEachTime = true } = {}) => {
      if (prepared && (!atEachTime || prepared.at === now.getTime())) {
        await restoreRows(db);
        for (const user of prepared.used) used.add(user);
        return;
      }
      await act();
      await saveRows(db);
      prepared = { at: now.getTime(), used: [...used] };
    },
    close: async () => {
      await app.close();
      await mailer.stop();
      if (isOwn) await db.destroy();
      else giveBackTestDatabase(db);
    },
  };
  return platform;
}

/** One sign-in after the other: two parallel ones would both save the newest session. */
export function inTurn<T>(signIn: (user: UserName) => Promise<T>): (user: UserName) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (user) => {
    const next = last.then(() => signIn(user));
    last = next.catch(() => undefined);
    return next;
  };
}

/** A platform for all tests of a file, reset before each test. Only tests and hooks may read it. */
export function useTestPlatform(options: TestPlatformOptions = {}): TestPlatform {
  return useForAllTests(() => startTestPlatform(options));
}

/** Creates `start` before the tests of a file, resets it before each of them, and closes it after them. */
export function useForAllTests<T extends { reset(): unknown; close(): unknown }>(start: () => Promise<T>): T {
  const started = {} as T;
  beforeAll(async () => {
    Object.setPrototypeOf(started, await start());
  });
  beforeEach(() => started.reset());
  afterAll(() => started.close());
  return started;
}
