import { hashApiKey } from '../base/key-hash.ts';
import { Bulkhead } from './bulkhead.ts';
import { CircuitBreaker, type Outcome } from './circuit-breaker.ts';
import { callEnding } from './request-group.ts';
import { type Answer, type CallPool, callPools, forEachPool } from './transport.ts';

interface GuardedCall {
  pool: CallPool;
  /** The declared call's name; each call has a breaker of its own. */
  name: string;
  caller: string;
  signal: AbortSignal | undefined;
}

const maxKeyLength = 64;

/** The caller of a call: its key, or a hash of a long one, because breakers store it; else the client address. A key has no spaces, so none equals an address entry. */
export const callerIdOf = ({ key, clientAddress }: { key?: string; clientAddress: string }): string =>
  key === undefined ? `address ${clientAddress}` : key.length > maxKeyLength ? `hash ${hashApiKey(key)}` : key;

/** Runs a call when the bulkhead of its pool has room, unless the call's breaker is open. */
export class CallGuard {
  readonly #bulkheads = forEachPool((pool) => new Bulkhead(callPools[pool]));
  readonly #breakers = new Map<string, CircuitBreaker>();
  #wasOutage = false;

  /** How the product API is, as far as the calls show. */
  get state() {
    const breakers = [...this.#breakers].map(([call, { openFor }]) => ({ call, ...openFor }));
    const isOut = this.#wasOutage || breakers.some(({ all }) => all);
    const pools = Object.entries(this.#bulkheads).map(([pool, { load }]) => {
      return { pool, ...load, places: callPools[pool as CallPool].maxRunning };
    });
    return { isOut, breakers, pools };
  }

  /** Runs a task in a pool, without a breaker. */
  runInPool<T>(pool: CallPool, caller: string, task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#bulkheads[pool].run(caller, task, signal);
  }

  /** Runs a call and counts its outages. Throws `CallRefused` when it is not sent. */
  async run({ pool, name, caller, signal }: GuardedCall, exchange: () => Promise<Answer>): Promise<Answer> {
    // Revocations must be sent whatever else fails.
    if (pool === 'revocation') return this.runInPool(pool, caller, exchange, signal);
    const breaker = this.#breakers.get(name) ?? new CircuitBreaker(() => Date.now());
    this.#breakers.set(name, breaker);
    breaker.assertClosed(caller);
    const endingOf = callEnding(signal);
    const noteEnding = (outcome: Outcome<Answer>) => {
      const ending = endingOf(outcome);
      if (ending !== 'aborted') this.#wasOutage = ending !== 'answered';
      return ending;
    };
    return this.runInPool(pool, caller, () => breaker.run(caller, exchange, noteEnding), signal);
  }
}
