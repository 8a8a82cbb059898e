import { createHmac, randomUUID } from 'node:crypto';
import {
  extensionCalls,
  type GatewayRefusal,
  gatewaySecretHeader,
  maxGatewayRefusals,
} from '@console/contract/calls/extensions';
import { type AggregatedRecord, RecordAggregator } from '@console/contract/record-aggregator';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Clock } from '../base/clock.ts';
import type { CallContext } from '../product-api/call-context.ts';
import type { Capabilities } from '../product-api/capabilities.ts';
import type { ProductApi } from '../product-api/client.ts';

/** A refusal as it is reported, with the user of the session where that is known. */
export type Refusal = Omit<GatewayRefusal, 'count'> & { user_id: string | null };

const reportEveryMs = 1_000;
const maxPauseMs = 30_000;
const reportTimeoutMs = 2_000;
const maxQueued = 1_000;
/** After a report that the product API rejects or does not answer, refusals are logged for this long. */
const logInsteadMs = { rejected: 60_000, timeout: 5_000 };

type Delivery = 'delivered' | 'unreachable' | 'rejected';

/** Reports refusals to the product API's audit log in the background. Without a product API that accepts them, or without a secret, they are logged. */
export class RefusalReports {
  readonly #api: ProductApi;
  readonly #capabilities: Capabilities;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #logKey: string;
  readonly #fold = new RecordAggregator<Refusal>({ versionsOf, keyOf });
  #queue: AggregatedRecord<Refusal>[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = reportEveryMs;
  #loggedUntil = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    { api, capabilities, clock }: { api: ProductApi; capabilities: Capabilities; clock: Clock },
    { log, logKey }: { log: FastifyBaseLogger; logKey: string },
  ) {
    this.#api = api;
    this.#capabilities = capabilities;
    this.#clock = clock;
    this.#log = log;
    this.#logKey = logKey;
  }

  /** Refusals that wait to be reported. */
  get waiting(): number {
    return this.#queue.length;
  }

  add(refusal: Refusal): void {
    this.#enqueue(this.#fold.add(refusal, this.#clock()));
    this.#timer ??= this.#schedule();
  }

  /** Sends the last report; refusals that are not accepted are logged. */
  async close(): Promise<void> {
    await this.#sending;
    if (this.#timer) clearTimeout(this.#timer);
    this.#enqueue(this.#fold.end());
    await this.#send();
    this.#logRefusals(this.#queue.splice(0));
  }

  #schedule(): NodeJS.Timeout {
    const report = async () => {
      this.#enqueue(this.#fold.take(this.#clock()));
      await this.#send();
      this.#timer = this.#queue.length > 0 || this.#fold.hasFolded ? this.#schedule() : null;
    };
    return setTimeout(() => {
      this.#sending = report();
    }, this.#pauseMs).unref();
  }

  #enqueue(folded: AggregatedRecord<Refusal>[]): void {
    const capacity = maxQueued - this.#queue.length;
    this.#queue.push(...folded.slice(0, capacity));
    this.#dropped += folded.slice(capacity).reduce((sum, { count }) => sum + count, 0);
  }

  async #send(): Promise<void> {
    if (this.#dropped > 0) {
      this.#queue.push({ record: droppedRefusals, count: this.#dropped });
      this.#dropped = 0;
    }
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, maxGatewayRefusals);
      const delivery = await this.#deliver(batch);
      if (delivery === 'unreachable') {
        this.#queue.unshift(...batch);
        this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
        return;
      }
      this.#pauseMs = reportEveryMs;
      if (delivery === 'rejected') this.#logRefusals(batch);
    }
  }

  async #deliver(batch: AggregatedRecord<Refusal>[]): Promise<Delivery> {
    const [gatewaySecret] = this.#api.settings.gatewaySecrets;
    if (gatewaySecret === undefined || performance.now() < this.#loggedUntil) return 'rejected';
    const context: CallContext = {
      requestId: randomUUID(),
      clientAddress: 'gateway',
      log: this.#log,
      deadlineMs: reportTimeoutMs,
      headers: { [gatewaySecretHeader]: gatewaySecret },
    };
    const refusals = batch.map(({ record: { user_id, ...refusal }, count }) => ({ ...refusal, count }));
    try {
      const { headers: _secret, ...withoutSecret } = context;
      if (!(await this.#capabilities.supports('refusals', withoutSecret))) return 'rejected';
      await this.#api.call(extensionCalls.reportRefusals, { body: { refusals } }, context);
      return 'delivered';
    } catch (thrown) {
      if (codeOf(thrown) === 'UPSTREAM_UNAVAILABLE') return 'unreachable';
      // A report that timed out may have been written, so it is not sent again.
      const isTimeout = codeOf(thrown) === 'UPSTREAM_TIMEOUT';
      this.#loggedUntil = performance.now() + (isTimeout ? logInsteadMs.timeout : logInsteadMs.rejected);
      return 'rejected';
    }
  }

  #logRefusals(folded: AggregatedRecord<Refusal>[]): void {
    for (const { record, count } of folded) {
      const { key_hash, email_hash, ...refusal } = record;
      const email = email_hash && createHmac('sha256', this.#logKey).update(email_hash).digest('hex');
      this.#log.warn({ refusal: { ...refusal, email_hash: email }, count }, 'refused');
    }
  }
}

const codeOf = (thrown: unknown) => (thrown instanceof GraphQLError ? thrown.extensions.code : null);

const keyOf = ({ action, reason, key_hash, email_hash, client_address }: Refusal) =>
  JSON.stringify([action, reason, key_hash, email_hash, client_address]);

/** For a large number of kinds only the address is recorded, and then only the action and reason. */
function versionsOf(refusal: Refusal): [Refusal, ...Refusal[]] {
  const { action, reason, client_address } = refusal;
  const ofAddress = { ...aggregated, action, reason, client_address };
  return [refusal, ofAddress, { ...ofAddress, client_address: null }];
}

const aggregated = {
  target_type: 'many',
  target_id: null,
  via: 'public',
  key_hash: null,
  email_hash: null,
  user_id: null,
  request_id: null,
} as const;

/** Counts refusals that did not fit into the queue. */
const droppedRefusals: Refusal = { ...aggregated, action: 'refusals:drop', reason: 'OVERFLOW', client_address: null };
