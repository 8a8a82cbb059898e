import { LRUCache } from 'lru-cache';
import { CallRefused } from './bulkhead.ts';

/** Fewer would reject a page for one lost connection. */
const ownOutages = 5;
/** Fewer callers can cause an outage by their own requests. */
const minCallers = 3;
const callersShare = 0.5;
/** Pause before the next probe: a twentieth of the outage, so that a short one ends at once and a long one is not hammered. */
const pause = { shareOfOutage: 0.05, leastMs: 250, mostMs: 5_000 };
const turnMs = 250;
const recentMs = 60_000;

/** Outage at once or at the deadline, any response, or aborted by the gateway. */
export type CallEnding = 'outage' | 'timeout' | 'answered' | 'aborted';

interface CallerState {
  /** Outages since this caller's last response. */
  outages: number;
  /** End of the first of these outages. */
  since: number;
  at: number;
  pauseMs: number;
}

const pauseAfter = (outMs: number) =>
  Math.min(pause.mostMs, Math.max(pause.leastMs, Math.round(outMs * pause.shareOfOutage)));

/**
 * Opens for a caller after five outages in a row, for all when three callers and half of the recent ones have one. Calls
 * lost together count once. Sends one probe at a time, with growing pauses; closes on a response.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #callers = new LRUCache<string, CallerState>({ max: 1_000 });
  readonly #probing = new Set<string>();
  #openedAt: number | null = null;
  /** Start of the pause before the next probe, while open for all. */
  #pausedAt = 0;
  #sent = 0;
  /** Whether no call that was sent after the last outage has had a response. */
  #isOut = false;
  /** Calls that were sent before that outage began. */
  #sentBeforeOutage = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws `CallRefused` while open for this caller. */
  assertClosed(caller: string): void {
    const ms = this.waitMs(caller);
    if (ms > 0) throw new CallRefused('UPSTREAM_UNAVAILABLE', ms);
  }

  /** Milliseconds until this caller may send a call; 0 for now. */
  waitMs(caller: string): number {
    const openForAll = this.#isOpenForAll();
    const openForCaller = this.#isOpenForCaller(caller, openForAll);
    const left = Math.max(
      openForAll ? this.#left(this.#pausedAt, pauseAfter(this.#pausedAt - (this.#openedAt ?? 0))) : 0,
      openForCaller ? this.#leftFor(this.#callers.get(caller)) : 0,
    );
    const isProbed = openForAll ? this.#probing.size > 0 : openForCaller && this.#probing.has(caller);
    return left === 0 && isProbed ? 1 : left;
  }

  get openFor(): { all: boolean; aCaller: boolean } {
    const all = this.#isOpenForAll();
    return { all, aCaller: [...this.#callers.values()].some((state) => this.#isOpenIn(state, all)) };
  }

  async run<T>(caller: string, task: () => Promise<T>, endingOf: (outcome: Outcome<T>) => CallEnding): Promise<T> {
    this.assertClosed(caller);
    const isProbe = this.#isOpen(caller);
    if (isProbe) this.#probing.add(caller);
    this.#sent += 1;
    const place = this.#sent;
    let outcome: Outcome<T> | undefined;
    try {
      const value = await task();
      outcome = { value };
      return value;
    } catch (thrown) {
      outcome = { thrown };
      throw thrown;
    } finally {
      if (isProbe) this.#probing.delete(caller);
      if (outcome) this.#count(caller, endingOf(outcome), place, isProbe);
    }
  }

  #count(caller: string, ending: CallEnding, place: number, isProbe: boolean): void {
    // A call that was sent before the breaker opened says nothing about now.
    if (ending === 'aborted' || (!isProbe && this.#isOpen(caller))) return;
    // A time-out counts separately, because it has lasted a whole deadline.
    const isLost = ending === 'outage';
    const isEarlier = !isProbe && place <= this.#sentBeforeOutage;
    if (isLost && isEarlier) return;
    if (isLost && !this.#isOut) this.#sentBeforeOutage = this.#sent;
    if (!isEarlier) this.#isOut = isLost;
    const isOutage = ending !== 'answered';
    const found = this.#callers.get(caller);
    const before = found && this.#isRecent(found.at) ? found : undefined;
    if (!isOutage && this.#openedAt !== null) {
      this.#openedAt = null;
      this.#callers.clear();
    }
    const at = this.#now();
    const isOpenForAll = this.#isOpenForAll();
    const outages = isOutage ? (before?.outages ?? 0) + 1 : 0;
    const since = before && before.outages > 0 ? before.since : at;
    const pauseMs = isOpenForAll
      ? pauseAfter(at - (this.#openedAt ?? 0)) + (isProbe ? turnMs : 0)
      : pauseAfter(at - since);
    this.#callers.set(caller, { outages, since, at, pauseMs });
    if (!isOutage) return;
    if (isOpenForAll && isProbe) this.#pausedAt = at;
    if (isOpenForAll || !this.#isOutageOfMany()) return;
    this.#openedAt = at;
    this.#pausedAt = at;
  }

  #isOutageOfMany(): boolean {
    const recent = [...this.#callers.values()].filter(({ at }) => this.#isRecent(at));
    const failing = recent.filter(({ outages }) => outages > 0).length;
    return failing >= minCallers && failing >= recent.length * callersShare;
  }

  #isOpen(caller: string): boolean {
    const openForAll = this.#isOpenForAll();
    return openForAll || this.#isOpenForCaller(caller, openForAll);
  }

  /** Limited to a minute: after that three callers must meet outages again, so that one caller cannot use every probe. */
  #isOpenForAll(): boolean {
    return this.#openedAt !== null && this.#isRecent(this.#openedAt);
  }

  /** While open for all, a caller with a failed probe waits again, so that another sends the next. */
  #isOpenForCaller(caller: string, openForAll: boolean): boolean {
    return this.#isOpenIn(this.#callers.get(caller), openForAll);
  }

  #isOpenIn(state: CallerState | undefined, openForAll: boolean): boolean {
    return state !== undefined && this.#isRecent(state.at) && state.outages >= (openForAll ? 1 : ownOutages);
  }

  #isRecent(at: number): boolean {
    return Math.abs(this.#now() - at) < recentMs;
  }

  #leftFor(state: CallerState | undefined): number {
    return state ? this.#left(state.at, state.pauseMs) : 0;
  }

  #left(since: number, ms: number): number {
    const passed = this.#now() - since;
    // A clock that was set back must not keep the breaker open.
    return passed < 0 ? 0 : Math.max(0, ms - passed);
  }
}

export type Outcome<T> = { value: T; thrown?: undefined } | { thrown: unknown; value?: undefined };
