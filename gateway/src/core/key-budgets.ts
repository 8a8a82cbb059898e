import { LRUCache } from 'lru-cache';
import { lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import type { SharedState } from '../base/shared-store.ts';
import type { KeyBudgetReport } from '../product-api/call-context.ts';
import { CallerBudgets, type SpentCost } from './caller-budgets.ts';

const minute = 60_000;
/** The product API writes each report. */
const reportIntervalMs = 1_000;
const maxKeys = 10_000;
/** A report has at most six digits. */
const longestMs = 999_999;

/** Unreported spending as a duration: the time in which the budget regains it. */
interface Unreported {
  ms: number;
  /** Time when the budget would be full if nothing else had been spent. */
  fullAt: number;
  sentMs: number;
  reportedAt: number;
}

/** Budgets of API keys. Decides by own counts; reports spending with the call that reads the caller, or by shared state, and learns of others'. */
export class KeyBudgets {
  readonly #budgets: CallerBudgets;
  readonly #unreported = new LRUCache<string, Unreported>(lruSizeOptions(maxKeys));
  readonly #clock: Clock;
  readonly #shared: Pick<SharedState, 'spendBudget'> | null;

  /** `limit` is points per minute. */
  constructor(limit: number, clock: Clock, shared: Pick<SharedState, 'spendBudget'> | null = null) {
    this.#shared = shared;
    this.#budgets = new CallerBudgets(limit, clock, minute);
    this.#clock = clock;
  }

  get limit(): number {
    return this.#budgets.limit;
  }

  accept(hash: string, network: string, requested: number): void {
    const isFirst = !this.#isAccepted(hash);
    this.#budgets.accept(hash, network, requested);
    if (isFirst) this.#add(hash, requested);
  }

  /** Takes points for a key, or its network before acceptance; none if there are too few. */
  spend(hash: string, network: string, requested: number): SpentCost {
    const spent = this.#budgets.spend(hash, network, requested);
    if (spent.retryAfter === 0 && this.#isAccepted(hash)) this.#add(hash, requested);
    return { ...spent, remaining: Math.max(0, spent.remaining) };
  }

  charge(hash: string, network: string, used: number): void {
    this.#budgets.charge(hash, network, used);
    if (this.#isAccepted(hash)) this.#add(hash, used);
  }

  /** Report with a call that reads the caller, and handling of its response. */
  report(hash: string): KeyBudgetReport {
    const due = this.#shared ? null : this.#due(hash);
    // The response may be older than that of a report.
    if (!due)
      return { spent: null, answered: (ms) => this.#learn(hash, ms, { orLess: true }), failed: () => undefined };
    return { ...due, spent: `${due.spentMs} ${due.leftMs}` };
  }

  #due(hash: string) {
    const own = this.#unreported.get(hash);
    const now = this.#clock().getTime();
    const isDue = own && own.ms > 0 && own.sentMs === 0 && Math.abs(now - own.reportedAt) >= reportIntervalMs;
    if (!isDue) return null;
    const { ms, fullAt } = own;
    Object.assign(own, { ms: 0, fullAt: 0, sentMs: ms, reportedAt: now });
    const whole = (one: number) => Math.ceil(Math.min(Math.max(0, one), longestMs));
    return {
      spentMs: whole(ms),
      leftMs: whole(Math.min(ms, fullAt - now)),
      answered: (refillMs: number | null) => {
        own.sentMs = 0;
        this.#learn(hash, refillMs, { orLess: false });
      },
      failed: () => {
        own.sentMs = 0;
        own.fullAt = Math.max(fullAt + own.ms, own.fullAt);
        own.ms += ms;
      },
    };
  }

  #isAccepted(hash: string): boolean {
    return this.#budgets.callerOf(hash) !== null;
  }

  #add(hash: string, points: number): void {
    const ms = (points * minute) / this.limit;
    const own = this.#unreported.get(hash) ?? { ms: 0, fullAt: 0, sentMs: 0, reportedAt: 0 };
    own.fullAt = Math.max(own.fullAt, this.#clock().getTime()) + ms;
    own.ms += ms;
    this.#unreported.set(hash, own);
    void this.#share(hash);
  }

  async #share(hash: string): Promise<void> {
    const due = this.#shared && this.#due(hash);
    if (!due) return;
    await this.#shared?.spendBudget(hash, due.spentMs, due.leftMs).then(due.answered, due.failed);
  }

  /** Null if the product API does not say. */
  #learn(hash: string, refillMs: number | null, how: { orLess: boolean }): void {
    if (refillMs === null) return;
    const { ms = 0, sentMs = 0 } = this.#unreported.get(hash) ?? {};
    this.#budgets.adopt(hash, this.limit - ((refillMs + ms + sentMs) * this.limit) / minute, how);
  }
}
