import { Breaker } from './breaker.ts';
import { Bulkhead } from './bulkhead.ts';
import { endingFor } from './request-group.ts';
import { type Answer, forLanes, type Lane, lanes } from './transport.ts';

/** What is about to be sent, and for whom. */
interface GuardedCall {
  lane: Lane;
  /** The declared call's name: what fails there says nothing about another call. */
  name: string;
  caller: string;
  signal: AbortSignal | undefined;
}

/** Who makes a call: the holder of its key, else whoever has the client's address. No key has a space, so none can stand for an address. */
export const callerOf = ({ key, clientAddress }: { key?: string; clientAddress: string }): string =>
  key ?? `address ${clientAddress}`;

/** Sends a call when the bulkhead of its lane has room for the caller, unless the call's breaker is open. */
export class CallGuard {
  readonly #bulkheads = forLanes((lane) => new Bulkhead(lanes[lane]));
  readonly #breakers = new Map<string, Breaker>();

  /** Runs a task when the lane has room for the caller, without a breaker. */
  inLane<T>(lane: Lane, caller: string, task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#bulkheads[lane].run(caller, task, signal);
  }

  /** Makes a call whose outages count. Throws `CallRefused` for one that is not sent. */
  async run({ lane, name, caller, signal }: GuardedCall, exchange: () => Promise<Answer>): Promise<Answer> {
    // Sessions are ended at a pace of their own, and must be, whatever else fails.
    if (lane === 'ending') return this.inLane(lane, caller, exchange, signal);
    const breaker = this.#breakers.get(name) ?? new Breaker(() => Date.now());
    this.#breakers.set(name, breaker);
    breaker.assertClosed(caller);
    return this.inLane(lane, caller, () => breaker.run(caller, exchange, endingFor(signal)), signal);
  }
}
