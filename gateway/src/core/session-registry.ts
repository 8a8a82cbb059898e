import { type Clock, secondsOf } from '../base/clock.ts';

const recentSeconds = 60;
const mostEntries = 50_000;

/** A session token and how many renewals came before it. */
export interface VersionedToken {
  token: string;
  v: number;
}

/** What this process knows about sessions beside their cookies: which have ended, and which got a new token just now. */
export class SessionRegistry {
  readonly #clock: Clock;
  readonly #revoked = new Map<string, number>();
  readonly #recent = new Map<string, VersionedToken & { until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Refuses the session's cookie from now on, until it would have ended by itself. */
  revoke(sid: string, abs: number): void {
    this.#revoked.set(sid, abs);
    this.#recent.delete(sid);
    this.#trim(this.#revoked, (until) => until);
  }

  isRevoked(sid: string): boolean {
    return this.#revoked.has(sid);
  }

  /** Keeps a renewed token for the requests that are still on their way with the older one. */
  renewed(sid: string, token: string, v: number): void {
    if (this.isRevoked(sid) || (this.#recent.get(sid)?.v ?? 0) > v) return;
    this.#recent.delete(sid);
    this.#recent.set(sid, { token, v, until: secondsOf(this.#clock()) + recentSeconds });
    this.#trim(this.#recent, ({ until }) => until);
  }

  /** The newest token of the last minute, if there is one. */
  recent(sid: string): VersionedToken | null {
    const entry = this.#recent.get(sid);
    return entry && entry.until > secondsOf(this.#clock()) ? entry : null;
  }

  #trim<T>(map: Map<string, T>, untilOf: (entry: T) => number): void {
    if (map.size <= mostEntries) return;
    const now = secondsOf(this.#clock());
    for (const [sid, entry] of map) if (untilOf(entry) <= now) map.delete(sid);
    for (const sid of map.keys()) {
      if (map.size <= mostEntries) return;
      map.delete(sid);
    }
  }
}
