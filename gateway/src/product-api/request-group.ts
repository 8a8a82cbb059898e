import type { Ending, Outcome } from './breaker.ts';
import { ApiFailure, isConnectionLost, isOutageStatus } from './errors.ts';
import type { Answer } from './transport.ts';

/** Calls that are given up together. Signals that follow each other would say the same, and cost more than the rest of a small call. */
export class Siblings {
  readonly #underWay = new Set<AbortController>();
  #reason: { thrown: unknown } | null = null;

  join(call: AbortController): void {
    if (this.#reason) call.abort(this.#reason.thrown);
    else this.#underWay.add(call);
  }

  leave(call: AbortController): void {
    this.#underWay.delete(call);
  }

  /** Those under way, and every one that would follow. */
  giveUp(thrown: unknown): void {
    this.#reason = { thrown };
    for (const call of this.#underWay) call.abort(thrown);
    this.#underWay.clear();
  }
}

/** Whether the gateway itself ended a call for what another one met; its deadline is no such reason. */
export const isGivenUp = ({ reason }: AbortSignal): boolean => reason instanceof ApiFailure;

/** How a call ended as the breaker counts it: no answer is an outage but that of a proxy without a product API, nor is a call that the gateway itself gave up. */
export const endingFor =
  (signal: AbortSignal | undefined) =>
  ({ value, thrown }: Outcome<Answer>): Ending => {
    if (value) return isOutageStatus(value.status) ? 'outage' : 'answered';
    if (signal && isGivenUp(signal)) return 'givenUp';
    return isConnectionLost(thrown) || (thrown as Error).name === 'TimeoutError' ? 'outage' : 'answered';
  };
