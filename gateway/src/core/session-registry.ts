import { type Clock, secondsOf } from '../base/clock.ts';

const recentSeconds = 60;
const maxEntries = 50_000;

/** A session token and the number of its renewals. */
export interface VersionedToken {
  token: string;
  v: number;
}

/** What this process knows about sessions in addition to their cookies: which are revoked, and which have a new token. */
export class SessionRegistry {
  readonly #clock: Clock;
  readonly #revoked = new Map<string, number>();
  readonly #recent = new Map<string, VersionedToken & { until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Revokes the session's cookie until its own expiry. */
  revoke(sid: string, abs: number): void {
    this.#revoked.set(sid, abs);
    this.#recent.delete(sid);
    this.#trim(this.#revoked, (until) => until);
  }

  isRevoked(sid: string): boolean {
    return this.#revoked.has(sid);
  }

  /** Stores a renewed token for requests that were sent with the older one. */
  storeRenewedToken(sid: string, token: string, v: number): void {
    if (this.isRevoked(sid) || (this.#recent.get(sid)?.v ?? 0) > v) return;
    this.#recent.delete(sid);
    this.#recent.set(sid, { token, v, until: secondsOf(this.#clock()) + recentSeconds });
    this.#trim(this.#recent, ({ until }) => until);
  }

  /** The newest token of the last minute; null when there is none. */
  recentToken(sid: string): VersionedToken | null {
    const entry = this.#recent.get(sid);
    return entry && entry.until > secondsOf(this.#clock()) ? entry : null;
  }

  #trim<T>(map: Map<string, T>, untilOf: (entry: T) => number): void {
    if (map.size <= maxEntries) return;
    const now = secondsOf(this.#clock());
    for (const [sid, entry] of map) if (untilOf(entry) <= now) map.delete(sid);
    for (const sid of map.keys()) {
      if (map.size <= maxEntries) return;
      map.delete(sid);
    }
  }
}
