import { createHmac } from 'node:crypto';
import { type GatewayRefusal, gatewayReportCalls, maxGatewayRefusals } from '@console/contract/calls/gateway-reports';
import { countedNetwork } from '@console/contract/ip-address';
import type { AddressFields } from '@console/server-base/log-addresses';
import { type AggregatedRecord, RecordAggregator } from '@console/server-base/record-aggregator';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { ReportQueue, type ReportServices } from './report-queue.ts';

export type Refusal = Omit<GatewayRefusal, 'count'> & { user_id: string | null };

const maxQueued = 1_000;

/** Reports refusals in the background, or logs them if there is no secret or the product API does not accept them. */
export class RefusalReports {
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #logKey: string;
  readonly #addressFields: (address: string) => AddressFields;
  readonly #fold = new RecordAggregator<Refusal>({ versionsOf, keyOf });
  readonly #queue: ReportQueue<AggregatedRecord<Refusal>>;
  #dropped = 0;

  constructor(
    services: ReportServices & { clock: Clock },
    { logKey, addressFields }: { logKey: string; addressFields: (address: string) => AddressFields },
  ) {
    this.#clock = services.clock;
    this.#log = services.log;
    this.#logKey = logKey;
    this.#addressFields = addressFields;
    this.#queue = new ReportQueue(services, {
      capability: 'extensions',
      mostInReport: maxGatewayRefusals,
      sizeOf: ({ record }) => (record === droppedRefusals ? 0 : 1),
      maxSize: maxQueued,
      gather: () => {
        this.#enqueue(this.#fold.take(this.#clock()));
        this.#addDropped();
      },
      hasMore: () => this.#fold.hasFolded,
      send: (batch, context) => {
        const refusals = batch.map(({ record: { user_id, ...refusal }, count }) => ({ ...refusal, count }));
        return services.api.call(gatewayReportCalls.reportRefusals, { body: { refusals } }, context);
      },
      undelivered: (batch) => this.#logRefusals(batch),
    });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  add(refusal: Refusal): void {
    this.#enqueue(this.#fold.add(refusal, this.#clock()));
    this.#queue.schedule();
  }

  async close(): Promise<void> {
    this.#logRefusals(await this.#queue.close(() => this.#enqueue(this.#fold.end())));
  }

  #enqueue(folded: AggregatedRecord<Refusal>[]): void {
    for (const one of folded) if (!this.#queue.add(one)) this.#dropped += one.count;
  }

  #addDropped(): void {
    if (this.#dropped > 0) this.#queue.add({ record: droppedRefusals, count: this.#dropped });
    this.#dropped = 0;
  }

  #logRefusals(folded: AggregatedRecord<Refusal>[]): void {
    for (const { record, count } of folded) {
      const { key_hash, email_hash, client_address, ...refusal } = record;
      const email = email_hash && createHmac('sha256', this.#logKey).update(email_hash).digest('hex');
      const address = this.#addressFields(client_address ?? '');
      this.#log.warn({ refusal: { ...refusal, email_hash: email }, ...address, count }, 'refused');
    }
  }
}

const keyOf = ({ action, reason, key_hash, email_hash, client_address }: Refusal) =>
  JSON.stringify([action, reason, key_hash, email_hash, countedNetwork(client_address ?? '')]);

/**
 * A refusal and its coarser variants: with very many kinds, first only its network, action and reason are counted, then only action and reason.
 */
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

const droppedRefusals: Refusal = { ...aggregated, action: 'refusals:drop', reason: 'OVERFLOW', client_address: null };
