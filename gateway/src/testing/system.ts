import { createHash, randomBytes } from 'node:crypto';
import { type KeyScope, nonSensitiveScopes } from '@console/contract/key-scopes';
import type { PlatformSettings } from '@console/platform/core/base/settings';
import { fixturePassword, type UserName } from '@console/platform/testing/fixtures';
import { inTurn, startTestPlatform, useForAllTests } from '@console/platform/testing/platform';
import type { Metrics } from '@console/server-base/metrics';
import type { Traces } from '@console/server-base/traces';
import { test, vi } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { buildGateway, type GatewayOptions } from '../server.ts';
import { type Answer, type Seen, TestClient } from './client.ts';
import { requestResetDocument } from './documents.ts';
import { type FaultUpstream, startFaultUpstream } from './fault-upstream.ts';
import { shapeOf } from './shapes.ts';

export const password = fixturePassword;

export const loginDocument = /* GraphQL */ `
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      __typename
      ... on LoginSuccess { viewer { user { id email } organisation { id brandName } can { listOrganisations viewUsers viewSso } } }
      ... on OtpRequired { email sent passcodeMailed resendIn rememberDays }
      ... on InvalidOtp { message triesLeft }
      ... on InvalidCredentials { message }
      ... on UserNotFound { message }
      ... on UserDisabled { message }
      ... on OrganisationDisabled { message }
    }
  }
`;
export const logoutDocument = 'mutation Logout { logout { viewer { user { id } } } }';
export const sendOtpDocument = 'mutation SendOtp($email: String!) { sendOtp(email: $email) { resendIn } }';
export const viewerDocument = '{ viewer { user { id email } } }';

/** The product API of this test run: our platform, or the same without extensions. */
export const mode: 'on' | 'off' = process.env.TEST_EXTENSIONS === 'off' ? 'off' : 'on';

/** Path of the call that reads the active users of an organisation. */
export const activeUsersPath = mode === 'on' ? '/consoles/ext/all_users' : '/consoles/active_user_list';

/** Seed of the response shapes of a product API without extensions; responses keep their shape if it is not set. */
const shapesSeed = process.env.TEST_SHAPES_SEED;

/** Declares a test for one mode only. */
export const testWith = (extensions: 'on' | 'off', title: string, act: () => Promise<void>): void => {
  if (mode === extensions) test(title, act);
};

export interface TestSystemOptions {
  /** `off`: the platform has only the specified calls. */
  extensions?: 'on' | 'off';
  /** Environment of the gateway. */
  settings?: Record<string, string>;
  /** Settings of the platform that differ from its defaults. */
  platformSettings?: Partial<PlatformSettings>;
  /** GATEWAY_SECRET of the platform, if it differs from the gateway's. */
  platformSecret?: string;
  /** OUTBOUND_HOSTS of the platform. */
  outboundHosts?: string[];
  webDir?: string;
  isDocumentationBeingMade?: () => boolean;
  /** Milliseconds by which the gateway's clock is ahead of the platform's. */
  aheadMs?: number;
  /**
   * Whether every `signIn` sends a sign-in. By default a user's first session is used again after each reset, because most tests do not need a new
   * one.
   */
  signsInAnew?: boolean;
  /** Metrics of gateway and platform. */
  metrics?: Metrics;
  /** Traces of gateway and platform. */
  traces?: Traces;
  /** Opens the state that the gateway shares with others. */
  openShared?: GatewayOptions['openShared'];
}

/** All secrets in responses of the product API. */
const secretsIn = (answers: string[]): string[] =>
  answers.flatMap((text) =>
    [
      ...text.matchAll(/"(?:api_key|session_token|login_attempt|remember_token|device_token|token|secret)":"([^"]+)"/g),
    ].flatMap(([, secret]) => secret ?? []),
  );

/** A session that later tests use again. */
interface SignedIn {
  /** Time by the platform's clock. */
  at: number;
  tab: TestClient;
  /** Inserts the session into the platform again after a reset. */
  restore: () => Promise<void>;
}

/** The real platform behind a recording proxy, and a gateway in front of it, all in this process and on free ports. */
export async function startTestSystem({
  extensions = mode,
  settings = {},
  platformSettings = {},
  platformSecret = settings.GATEWAY_SECRET,
  outboundHosts = [],
  webDir,
  isDocumentationBeingMade,
  aheadMs = 0,
  signsInAnew = false,
  metrics,
  traces,
  openShared,
}: TestSystemOptions = {}) {
  const gatewaySecrets = platformSecret ? [platformSecret] : [];
  const platform = await startTestPlatform({
    settings: {
      extensions: extensions === 'on',
      gatewaySecrets,
      outboundHosts,
      // Gateway and platform read their settings from one environment.
      requirePasswordOnActivate: settings.REQUIRE_PASSWORD_ON_ACTIVATE === 'on',
      ...platformSettings,
    },
    metrics: metrics?.of('platform'),
    traces: traces?.of('platform'),
  });
  const upstream: FaultUpstream = await startFaultUpstream(
    platform.app,
    extensions === 'off' && shapesSeed ? shapeOf(Number(shapesSeed)) : null,
  );
  const logs: string[] = [];
  const seen: Seen = { answers: [], cookies: [] };
  const secrets = new Set<string>([password]);

  const gatewayOptions: GatewayOptions = {
    settings: readGatewaySettings({
      PRODUCT_API_URL: upstream.origin,
      SESSION_SECRET: 'a secret of the tests '.repeat(2),
      MULTI_FACTOR_PER_ADDRESS: '1000',
      USER_FILES_PER_CALLER: '1000',
      KEY_POINTS_PER_MINUTE: '9999999',
      REQUEST_KB_PER_CALLER: '0',
      PARSE_MS_PER_CALLER: '0',
      ...settings,
    }),
    clock: () => new Date(platform.now().getTime() + aheadMs),
    webDir,
    isDocumentationBeingMade,
    metrics: metrics?.of('gateway'),
    traces: traces?.of('gateway'),
    logger: { level: 'trace', stream: { write: (line: string) => void logs.push(line) } },
    openShared,
  };
  const gateway = await buildGateway(gatewayOptions);
  const origin = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const client = () => new TestClient(origin, seen);

  const signedIn = new Map<UserName, SignedIn>();
  /** Users with a cached session that was used since the last reset. */
  const back = new Set<UserName>();
  const login = (tab: TestClient, user: UserName, more: object = {}): Promise<Answer> =>
    tab.graphql(loginDocument, { input: { email: platform.users[user].email, password, ...more } });

  return {
    platform,
    upstream,
    gateway,
    origin,
    logs,
    client,
    login,
    /** Starts one more gateway in front of the same product API, which the test must close. */
    async anotherGateway() {
      const another = await buildGateway(gatewayOptions);
      const itsOrigin = await another.listen({ host: '127.0.0.1', port: 0 });
      return {
        client: () => new TestClient(itsOrigin, seen),
        copyOf: (tab: TestClient) => tab.copy(itsOrigin),
        close: () => another.close(),
      };
    },
    /** Adds a secret that logs and responses must not contain when the system closes. */
    watch: (secret: string) => void secrets.add(secret),
    /** A browser in which a user who needs no passcode has signed in. */
    signIn: inTurn(async (user: UserName): Promise<TestClient> => {
      const kept = signedIn.get(user);
      if (kept?.at === platform.now().getTime() && !back.has(user)) {
        back.add(user);
        await kept.restore();
        return kept.tab.copy();
      }
      const tab = client();
      const { data, text } = await login(tab, user);
      if (data?.login?.__typename !== 'LoginSuccess') throw new Error(`${user} cannot sign in: ${text}`);
      back.add(user);
      if (signsInAnew) return tab;
      signedIn.set(user, { at: platform.now().getTime(), tab: tab.copy(), restore: await platform.saveSession(user) });
      return tab;
    }),
    /** Like `signIn`, with the recorded requests cleared. */
    async openTab(user: UserName): Promise<TestClient> {
      const tab = await this.signIn(user);
      upstream.requests.length = 0;
      return tab;
    },
    /** The log line of the last failed call. */
    lastFailure: () => logs.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === 'product API call failed'),
    /** A new API key of a user, by default with all scopes that are not sensitive. */
    async integrationKey(user: UserName, scopes: readonly KeyScope[] = nonSensitiveScopes): Promise<string> {
      const apiKey = randomBytes(24).toString('base64url');
      secrets.add(apiKey);
      const key_hash = createHash('sha256').update(apiKey).digest('hex');
      const kept = { created_at: platform.now(), last_used_at: null, expires_at: null, revoked_at: null };
      const row = { ent_usr_id: platform.users[user].id, name: 'tests', key_hash, scopes: [...scopes], ...kept };
      await platform.db.insertInto('api_key').values(row).execute();
      return apiKey;
    },
    /** The token of a link to set a new password, requested and emailed again. */
    async resetToken(user: UserName): Promise<string> {
      const mailed = async () =>
        (await platform.mails(user)).flatMap((text) => /reset_password_token=([\w-]+)/.exec(text)?.[1] ?? []);
      const before = await mailed();
      await client().graphql(requestResetDocument, { email: platform.users[user].email });
      const [token = ''] = await vi.waitFor(async () => {
        const fresh = (await mailed()).slice(before.length);
        if (fresh.length === 0) throw new Error(`no link was mailed to ${user}`);
        return fresh;
      }, 20_000);
      secrets.add(token);
      return token;
    },
    /** The newest passcode emailed to a user. */
    passcode: (user: UserName): Promise<string> => platform.passcode(user),
    /** Restores fixtures, and removes faults and recorded requests. The clock moves on by an hour, so that attempt counts expire. */
    async reset(): Promise<void> {
      upstream.clear();
      back.clear();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
      // Running calls of the last test would change the new rows, which have the same ids.
      await upstream.settled();
      await platform.reset();
      upstream.requests.length = 0;
    },
    /** Stops everything; fails if a log line or a GraphQL response contained a password, key, token or encrypted cookie. */
    async close(): Promise<void> {
      vi.useRealTimers();
      await gateway.close();
      await upstream.close();
      await platform.close();
      for (const secret of [...secretsIn(upstream.answers), ...seen.cookies]) secrets.add(secret);
      // Responses may contain a token in a handover URL, a new key, and the secret of a set-up or webhook, each in one place.
      const once = /sessionToken=[^"&]*|"secret":"(?:key_[^"]*|whsec_[^"]*|[A-Z2-7]{32})"|"uri":"otpauth:[^"]*"/g;
      const answers = seen.answers.map((text) => text.replace(once, ''));
      const leaked = [...secrets].filter((secret) => [...logs, ...answers].some((text) => text.includes(secret)));
      if (leaked.length > 0) throw new Error(`secrets in logs or answers: ${leaked.join(', ')}`);
      const outside = [...upstream.paths].filter((path) => path.startsWith('/consoles/ext/'));
      if (extensions === 'off' && outside.length > 0)
        throw new Error(`not announced, but called: ${outside.join(', ')}`);
    },
  };
}

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>;

/** A system for all tests of a file, which is reset before each of them. Only tests and hooks can read it. */
export function useTestSystem(options: TestSystemOptions = {}): TestSystem {
  return useForAllTests(() => startTestSystem(options));
}
