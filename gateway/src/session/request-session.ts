import { randomBytes } from 'node:crypto';
import { secondsOf } from '../clock.ts';
import { isCredential } from '../product-api/client.ts';
import type { Credential } from '../product-api/request-calls.ts';
import type { Services } from '../services.ts';
import { clearedCookie, cookieOf, largestCookie } from './cookies.ts';
import type { PreauthContent, SealedName, SessionContent } from './seal.ts';

const refreshSeconds = 5 * 60;
export const absoluteSeconds = 12 * 60 * 60;
export const preauthSeconds = 10 * 60;

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

  waitForPasscode(content: PreauthContent): void {
    this.#preauth = content;
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
      const value = await this.#services.sealer.seal('__Host-preauth', this.#preauth);
      cookies.push(cookieOf('__Host-preauth', value, preauthSeconds));
    }
    return cookies;
  }

  #isDue({ sid, iat }: SessionContent): boolean {
    if (this.#services.registry.isRevoked(sid)) return false;
    return this.#isSet || secondsOf(this.#services.clock()) - iat > refreshSeconds;
  }

  async #sealed(session: SessionContent): Promise<string> {
    const newest = this.#services.registry.recent(session.sid);
    const content = { ...session, ...(newest && newest.v > session.v ? { token: newest.token, v: newest.v } : {}) };
    content.iat = secondsOf(this.#services.clock());
    const name: SealedName = '__Host-console';
    const value = await this.#services.sealer.seal(name, content);
    if (name.length + value.length <= largestCookie) return cookieOf(name, value);
    // The key alone is the credential; a token that does not fit is done without.
    return cookieOf(name, await this.#services.sealer.seal(name, { ...content, token: null }));
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
