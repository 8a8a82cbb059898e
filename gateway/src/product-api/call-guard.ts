import { countedNetwork } from '@console/contract/ip-address';
import { hashApiKey } from '../base/key-hash.ts';
import { Bulkhead } from './bulkhead.ts';
import { CircuitBreaker, type Outcome } from './circuit-breaker.ts';
import { callEnding } from './request-group.ts';
import { type Answer, type CallPool, callPools, forEachPool } from './transport.ts';

interface GuardedCall {
  pool: CallPool;
  /** Name of the call; each call has its own breaker. */
  name: string;
  caller: string;
  signal: AbortSignal | undefined;
}

const maxKeyLength = 64;

/** Caller of a call: its key (a long one hashed, as breakers store it), else the network. Keys have no spaces, so they never collide. */
export function callerIdOf({ key, clientAddress }: { key?: string; clientAddress: string }): string {
  if (key === undefined) return `network ${countedNetwork(clientAddress)}`;
  return key.length > maxKeyLength ? `hash ${hashApiKey(key)}` : key;
}

/** Runs a call when its pool has room, unless its breaker is open. */
export class CallGuard {
  readonly #bulkheads = forEachPool((pool) => new Bulkhead(callPools[pool]));
  readonly #breakers = new Map<string, CircuitBreaker>();
  #wasOutage = false;

  get state() {
    const breakers = [...this.#breakers].map(([call, { openFor }]) => ({ call, ...openFor }));
    const isOut = this.#wasOutage || breakers.some(({ all }) => all);
    const pools = Object.entries(this.#bulkheads).map(([pool, { load }]) => {
      return { pool, ...load, places: callPools[pool as CallPool].maxRunning };
    });
    return { isOut, breakers, pools };
  }

  runInPool<T>(pool: CallPool, caller: string, task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#bulkheads[pool].run(caller, task, signal);
  }

  /** Runs a call and counts its outages. Throws `CallRefused` if it is not sent. */
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
