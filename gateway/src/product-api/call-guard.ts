import { Bulkhead } from './bulkhead.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { callEnding } from './request-group.ts';
import { type Answer, forLanes, type Lane, lanes } from './transport.ts';

interface GuardedCall {
  lane: Lane;
  /** The declared call's name; each call has a breaker of its own. */
  name: string;
  caller: string;
  signal: AbortSignal | undefined;
}

/** The caller of a call: its key, else the client address. A key has no spaces, so none equals an address entry. */
export const callerIdOf = ({ key, clientAddress }: { key?: string; clientAddress: string }): string =>
  key ?? `address ${clientAddress}`;

/** Runs a call when the bulkhead of its lane has room, unless the call's breaker is open. */
export class CallGuard {
  readonly #bulkheads = forLanes((lane) => new Bulkhead(lanes[lane]));
  readonly #breakers = new Map<string, CircuitBreaker>();

  /** Runs a task in a lane, without a breaker. */
  inLane<T>(lane: Lane, caller: string, task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#bulkheads[lane].run(caller, task, signal);
  }

  /** Runs a call and counts its outages. Throws `CallRefused` when it is not sent. */
  async run({ lane, name, caller, signal }: GuardedCall, exchange: () => Promise<Answer>): Promise<Answer> {
    // Revocations must be sent whatever else fails.
    if (lane === 'ending') return this.inLane(lane, caller, exchange, signal);
    const breaker = this.#breakers.get(name) ?? new CircuitBreaker(() => Date.now());
    this.#breakers.set(name, breaker);
    breaker.assertClosed(caller);
    return this.inLane(lane, caller, () => breaker.run(caller, exchange, callEnding(signal)), signal);
  }
}
