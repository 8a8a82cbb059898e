import { randomBytes } from 'node:crypto';
import type { SessionEnd } from '@console/contract/errors';
import { unixSeconds } from '../base/clock.ts';
import type { CallContext } from '../product-api/call-context.ts';
import { isCredential } from '../product-api/credential.ts';
import { sessionEndIn } from '../product-api/errors.ts';
import type { Credential } from '../product-api/request-calls.ts';
import type {
  DeviceContent,
  EncryptedContent,
  EncryptedContentName,
  KnownDeviceContent,
  PendingStep,
  SessionContent,
} from './content-cipher.ts';
import { clearCookieHeader, deviceCookieName, maxCookieBytes, setCookieHeader } from './cookies.ts';
import { revokeSession } from './revoke-session.ts';
import type { Services } from './services.ts';

const longestRefreshSeconds = 5 * 60;

/** Session of a request, and cookies of its response (PROTOCOLS 1.5 to 1.13). */
export class RequestSession {
  credential: Credential | null = null;
  /** Whether the request has our guard header and comes from our origin. */
  readonly hasGuard: boolean;
  /** SHA-256 of the request's page secret. */
  readonly pageSecretHash: string | null;
  /** Session of the cookie, even of another page; signing in replaces it. */
  readonly cookieSession: SessionContent | null;
  /** User of the request's session, also after it has ended. */
  readonly userId: string | null;
  readonly isBearer: boolean;
  /** Why the session has ended; undefined while it lasts, or if unknown. */
  end: SessionEnd | undefined;
  readonly #services: Services;
  #current: SessionContent | null = null;
  #mustSetCookie = false;
  #clearsCookie = false;
  #pendingStep: PendingStep | 'clear' | null = null;
  readonly #devices = new Map<EncryptedContentName, DeviceContent | KnownDeviceContent | 'clear'>();
  /** A renewed token, returned to a Bearer caller as a header. */
  renewedBearerToken: string | null = null;

  constructor(
    services: Services,
    options: {
      hasGuard: boolean;
      pageSecretHash: string | null;
      cookieSession?: SessionContent | null;
      session?: SessionContent | null;
      bearerKey?: string | null;
      clearsCookie?: boolean;
      end?: SessionEnd | undefined;
    },
  ) {
    this.#services = services;
    this.hasGuard = options.hasGuard;
    this.pageSecretHash = options.pageSecretHash;
    this.cookieSession = options.cookieSession ?? null;
    this.userId = options.session?.uid ?? null;
    this.isBearer = options.bearerKey !== undefined;
    this.#clearsCookie = options.clearsCookie ?? false;
    this.end = options.end;
    if (options.bearerKey) this.credential = this.#bearerCredential(options.bearerKey);
    if (options.session) this.#adopt(options.session);
  }

  get current(): SessionContent | null {
    return this.#current;
  }

  signIn({
    pageSecretHash,
    maxSeconds,
    ...person
  }: {
    key: string;
    token: string | null;
    uid: string;
    pageSecretHash: string;
    maxSeconds: number;
  }): void {
    const iat = unixSeconds(this.#services.clock());
    const sid = randomBytes(16).toString('base64url');
    this.#adopt({ ...person, page: pageSecretHash, sid, v: 1, iat, abs: iat + maxSeconds });
    this.#mustSetCookie = true;
    this.#clearsCookie = false;
    this.#pendingStep = 'clear';
  }

  clearSession(): void {
    this.#current = null;
    this.credential = null;
    this.#clearsCookie = true;
  }

  /** Also revokes the session upstream, in the background. */
  revoke(context: CallContext): void {
    if (!this.#current) return;
    revokeSession(this.#services, this.#current, context);
    this.clearSession();
  }

  setPendingStep(content: PendingStep): void {
    this.#pendingStep = content;
  }

  get replacesPendingStep(): boolean {
    return this.#pendingStep !== null;
  }

  clearPendingStep(): void {
    this.#pendingStep = 'clear';
  }

  /** Remembers this browser after a correct passcode of this email's owner. */
  rememberDevice(content: DeviceContent): void {
    this.#devices.set(deviceCookieName('mfa', content.email), content);
  }

  setKnownDevice(content: KnownDeviceContent): void {
    this.#devices.set(deviceCookieName('device', content.email), content);
  }

  /** Takes an email in lower case. */
  forgetDeviceOfEmail(email: string): void {
    this.clearDeviceCookie(deviceCookieName('mfa', email));
  }

  clearDeviceCookie(name: EncryptedContentName): void {
    this.#devices.set(name, 'clear');
  }

  /** Set-Cookie headers. A session that was revoked during the request has none. */
  async setCookies(requestHasPreauth: boolean): Promise<string[]> {
    if (this.isBearer) return [];
    await this.#services.sessionRegistry.shared();
    const cookies: string[] = [];
    const session = this.#current;
    if (this.#clearsCookie) cookies.push(clearCookieHeader('__Host-console'));
    else if (session && this.#isRenewalDue(session)) cookies.push(await this.#sessionCookie(session));
    if (this.#pendingStep === 'clear') {
      if (requestHasPreauth) cookies.push(clearCookieHeader('__Host-preauth'));
    } else if (this.#pendingStep) {
      const content = this.#pendingStep;
      const value = await this.#encryptToFit('__Host-preauth', content);
      cookies.push(setCookieHeader('__Host-preauth', value, this.#secondsUntil(content.exp)));
    }
    for (const [name, content] of this.#devices)
      cookies.push(
        content === 'clear'
          ? clearCookieHeader(name)
          : setCookieHeader(
              name,
              await this.#services.contentCipher.encrypt(name, content),
              this.#secondsUntil(content.exp),
            ),
      );
    return cookies;
  }

  #secondsUntil(moment: number): number {
    return moment - unixSeconds(this.#services.clock());
  }

  #isRenewalDue({ sid, iat }: SessionContent): boolean {
    if (this.#services.sessionRegistry.isRevoked(sid)) return false;
    // Several times before an unused session ends.
    const refreshSeconds = Math.min(longestRefreshSeconds, this.#services.settings.sessionIdleMinutes * 10);
    return this.#mustSetCookie || unixSeconds(this.#services.clock()) - iat > refreshSeconds;
  }

  async #sessionCookie(session: SessionContent): Promise<string> {
    const newest = this.#services.sessionRegistry.recentToken(session.sid);
    const content = { ...session, ...(newest && newest.v > session.v ? { token: newest.token, v: newest.v } : {}) };
    content.iat = unixSeconds(this.#services.clock());
    return setCookieHeader('__Host-console', await this.#encryptToFit('__Host-console', content));
  }

  /** The key alone is the credential, so a token that does not fit into a cookie is left out. */
  async #encryptToFit<N extends EncryptedContentName>(name: N, content: EncryptedContent<N>): Promise<string> {
    const value = await this.#services.contentCipher.encrypt(name, content);
    if (name.length + value.length <= maxCookieBytes) return value;
    return this.#services.contentCipher.encrypt(name, { ...content, token: null });
  }

  #adopt(content: SessionContent): void {
    const session = { ...content };
    const newest = this.#services.sessionRegistry.recentToken(session.sid);
    if (newest && newest.v > session.v) {
      Object.assign(session, { token: newest.token, v: newest.v });
      this.#mustSetCookie = true;
    }
    this.#current = session;
    this.credential = {
      key: session.key,
      use: 'session',
      token: () => {
        const recent = this.#services.sessionRegistry.recentToken(session.sid);
        return recent && recent.v > session.v ? recent.token : session.token;
      },
      refresh: () => this.#services.sessionRegistry.refresh(session.sid),
      onRenewed: (token) => {
        if (token === session.token) return;
        const v = Math.max(session.v, this.#services.sessionRegistry.recentToken(session.sid)?.v ?? 0) + 1;
        Object.assign(session, { token, v });
        this.#services.sessionRegistry.storeRenewedToken(session.sid, token, v);
        this.#mustSetCookie = true;
      },
      onRefused: (refusal) => {
        this.end = sessionEndIn(refusal);
        if (this.#current !== session) return;
        // Revoked by a newer sign-in or sign-out, which has already replaced the browser's cookie.
        if (this.#services.sessionRegistry.isRevoked(session.sid)) this.#current = null;
        else this.clearSession();
        // Another session of this browser can have replaced the ended one, also through another gateway.
        if (this.end === 'ENDED') this.#clearsCookie = false;
      },
    };
  }

  #bearerCredential(key: string): Credential | null {
    if (!isCredential(key)) return null;
    return {
      key,
      use: 'bearer',
      token: () => null,
      refresh: async () => undefined,
      onRenewed: (token) => {
        this.renewedBearerToken = token;
      },
      onRefused: () => undefined,
    };
  }
}
