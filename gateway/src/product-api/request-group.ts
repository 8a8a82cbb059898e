import type { CallEnding, Outcome } from './circuit-breaker.ts';
import { ApiFailure, isConnectionLost, isOutageStatus } from './errors.ts';
import type { Answer } from './transport.ts';

/** Calls that are aborted together. Dependent abort signals would cost more than the rest of a small call. */
export class RequestGroup {
  readonly #running = new Set<AbortController>();
  #reason: { thrown: unknown } | null = null;

  join(call: AbortController): void {
    if (this.#reason) call.abort(this.#reason.thrown);
    else this.#running.add(call);
  }

  leave(call: AbortController): void {
    this.#running.delete(call);
  }

  abort(thrown: unknown): void {
    this.#reason = { thrown };
    for (const call of this.#running) call.abort(thrown);
    this.#running.clear();
  }
}

export const wasAbortedByGroup = ({ reason }: AbortSignal): boolean => reason instanceof ApiFailure;

/** Result of a call for the breaker. Aborted calls and error responses do not count as outages, except from a proxy that cannot reach the product API. */
export const callEnding =
  (signal: AbortSignal | undefined) =>
  ({ value, thrown }: Outcome<Answer>): CallEnding => {
    if (value) return isOutageStatus(value.status) ? 'outage' : 'answered';
    if (signal && wasAbortedByGroup(signal)) return 'aborted';
    if ((thrown as Error).name === 'TimeoutError') return 'timeout';
    return isConnectionLost(thrown) ? 'outage' : 'answered';
  };
