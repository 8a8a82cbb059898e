import { randomBytes } from 'node:crypto';
import { secondsOf } from '../base/clock.ts';
import { type CallContext, isCredential } from '../product-api/client.ts';
import type { Credential } from '../product-api/request-calls.ts';
import { clearedCookie, cookieOf, deviceCookieName, largestCookie } from './cookies.ts';
import { endSession } from './end-session.ts';
import type { DeviceContent, PreauthContent, Sealed, SealedName, SessionContent } from './seal.ts';
import type { Services } from './services.ts';

const refreshSeconds = 5 * 60;
export const absoluteSeconds = 12 * 60 * 60;

/** How a request was let in, and which cookies its answer sets (PROTOCOLS 1.5 to 1.13). */
export class RequestSession {
  credential: Credential | null = null;
  /** The request came with our guard header, from our own origin. */
  readonly guarded: boolean;
  /** SHA-256 of the page secret that the request brought. */
  readonly page: string | null;
  /** The session in the request's cookie, fit for this page or not: signing in replaces it. */
  readonly carried: SessionContent | null;
  readonly bearer: boolean;
  readonly #services: Services;
  #current: SessionContent | null = null;
  #isSet = false;
  #clear = false;
  #preauth: PreauthContent | 'clear' | null = null;
  readonly #devices = new Map<SealedName, DeviceContent | 'clear'>();
  /** A token that goes back to a Bearer caller as a header. */
  tokenForCaller: string | null = null;

  constructor(
    services: Services,
    found: {
      guarded: boolean;
      page: string | null;
      carried?: SessionContent | null;
      use?: SessionContent | null;
      bearerKey?: string | null;
      clear?: boolean;
    },
  ) {
    this.#services = services;
    this.guarded = found.guarded;
    this.page = found.page;
    this.carried = found.carried ?? null;
    this.bearer = found.bearerKey !== undefined;
    this.#clear = found.clear ?? false;
    if (found.bearerKey) this.credential = this.#bearerCredential(found.bearerKey);
    if (found.use) this.#adopt(found.use);
  }

  /** The browser session that this request acts in. */
  get current(): SessionContent | null {
    return this.#current;
  }

  /** Starts a new session in place of any that the request carried. */
  signIn(person: { key: string; token: string | null; uid: string; page: string }): void {
    const iat = secondsOf(this.#services.clock());
    const sid = randomBytes(16).toString('base64url');
    this.#adopt({ ...person, sid, v: 1, iat, abs: iat + absoluteSeconds });
    this.#isSet = true;
    this.#clear = false;
    this.#preauth = 'clear';
  }

  /** Forgets the session here and in the browser. */
  drop(): void {
    this.#current = null;
    this.credential = null;
    this.#clear = true;
  }

  /** Ends the session upstream as well, in the background. */
  end(context: CallContext): void {
    if (!this.#current) return;
    endSession(this.#services, this.#current, context);
    this.drop();
  }

  /** Keeps what waits for a next step in the browser, in place of what waited before. */
  wait(content: PreauthContent): void {
    this.#preauth = content;
  }

  /** Whether what the request's browser kept waiting is over with this answer. */
  get replacesWaiting(): boolean {
    return this.#preauth !== null;
  }

  stopWaiting(): void {
    this.#preauth = 'clear';
  }

  /** Remembers this browser as one in which the account's passcode was right. */
  rememberDevice(content: DeviceContent): void {
    this.#devices.set(deviceCookieName(content.email), content);
  }

  /** Forgets that an account, its email in lower case, was remembered here. */
  forgetAccount(account: string): void {
    this.forgetDevice(deviceCookieName(account));
  }

  /** The same by the name of the cookie, whose account need not be known. */
  forgetDevice(name: SealedName): void {
    this.#devices.set(name, 'clear');
  }

  /** The Set-Cookie headers of the answer. A session that ended meanwhile sets none. */
  async setCookies(requestHasPreauth: boolean): Promise<string[]> {
    if (this.bearer) return [];
    const cookies: string[] = [];
    const session = this.#current;
    if (this.#clear) cookies.push(clearedCookie('__Host-console'));
    else if (session && this.#isDue(session)) cookies.push(await this.#sealed(session));
    if (this.#preauth === 'clear') {
      if (requestHasPreauth) cookies.push(clearedCookie('__Host-preauth'));
    } else if (this.#preauth) {
      const content = this.#preauth;
      const value = await this.#fitting('__Host-preauth', content);
      cookies.push(cookieOf('__Host-preauth', value, this.#secondsTo(content.exp)));
    }
    for (const [name, content] of this.#devices)
      cookies.push(
        content === 'clear'
          ? clearedCookie(name)
          : cookieOf(name, await this.#services.sealer.seal(name, content), this.#secondsTo(content.exp)),
      );
    return cookies;
  }

  #secondsTo(moment: number): number {
    return moment - secondsOf(this.#services.clock());
  }

  #isDue({ sid, iat }: SessionContent): boolean {
    if (this.#services.registry.isRevoked(sid)) return false;
    return this.#isSet || secondsOf(this.#services.clock()) - iat > refreshSeconds;
  }

  async #sealed(session: SessionContent): Promise<string> {
    const newest = this.#services.registry.recent(session.sid);
    const content = { ...session, ...(newest && newest.v > session.v ? { token: newest.token, v: newest.v } : {}) };
    content.iat = secondsOf(this.#services.clock());
    return cookieOf('__Host-console', await this.#fitting('__Host-console', content));
  }

  /** The key alone is the credential: a token that does not fit into a cookie is done without. */
  async #fitting<N extends SealedName>(name: N, content: Sealed<N>): Promise<string> {
    const value = await this.#services.sealer.seal(name, content);
    if (name.length + value.length <= largestCookie) return value;
    return this.#services.sealer.seal(name, { ...content, token: null });
  }

  #adopt(content: SessionContent): void {
    const session = { ...content };
    const newest = this.#services.registry.recent(session.sid);
    if (newest && newest.v > session.v) {
      Object.assign(session, { token: newest.token, v: newest.v });
      this.#isSet = true;
    }
    this.#current = session;
    this.credential = {
      key: session.key,
      use: 'session',
      token: () => {
        const known = this.#services.registry.recent(session.sid);
        return known && known.v > session.v ? known.token : session.token;
      },
      renewed: (token) => {
        if (token === session.token) return;
        const v = Math.max(session.v, this.#services.registry.recent(session.sid)?.v ?? 0) + 1;
        Object.assign(session, { token, v });
        this.#services.registry.renewed(session.sid, token, v);
        this.#isSet = true;
      },
      refused: () => {
        if (this.#current !== session) return;
        // Ended by a newer sign-in or a sign-out: the browser's cookie is another one by now.
        if (this.#services.registry.isRevoked(session.sid)) this.#current = null;
        else this.drop();
      },
    };
  }

  #bearerCredential(key: string): Credential | null {
    if (!isCredential(key)) return null;
    return {
      key,
      use: 'bearer',
      token: () => null,
      renewed: (token) => {
        this.tokenForCaller = token;
      },
      refused: () => undefined,
    };
  }
}
