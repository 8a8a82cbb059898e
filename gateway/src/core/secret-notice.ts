import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../base/clock.ts';

/** Every kind of report is rejected repeatedly, so the message is limited to one a minute. */
const everyMs = 60_000;

/** Logs that the product API rejects GATEWAY_SECRET, at most once a minute. */
export class SecretNotice {
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor({ clock, log }: { clock: Clock; log: FastifyBaseLogger }) {
    this.#clock = clock;
    this.#log = log;
  }

  refused(): void {
    const now = this.#clock().getTime();
    if (now - this.#saidAt < everyMs) return;
    this.#saidAt = now;
    this.#log.error(
      'the platform refuses GATEWAY_SECRET: set the same value for gateway and platform. Until then refusals by the gateway, requests of API keys and exports are not recorded.',
    );
  }
}
