import {
  gatewayReportCalls,
  type MissingKeyRequests,
  maxReportedRequests,
  type ReportedKeyRequest,
} from '@console/contract/calls/gateway-reports';
import type { FastifyBaseLogger } from 'fastify';
import { ReportQueue, type ReportServices } from './report-queue.ts';

export interface KeyRequest extends Pick<ReportedKeyRequest, 'operation' | 'code' | 'cost'> {
  arrivedAt: Date;
}

/** Bytes of queued requests; each takes about 400 and its name. */
const maxBytes = 4 * 1024 * 1024;
const bytesOf = (record: Reported): number =>
  400 + (isMissing(record) ? 0 : 2 * ((record.operation?.length ?? 0) + record.request_id.length));
/** Equals the number of keys with a budget. */
const maxMissingKeys = 10_000;

type Reported = ReportedKeyRequest | MissingKeyRequests;

const isMissing = (record: Reported): record is MissingKeyRequests => 'count' in record;

/** Reports requests to the logs of their API keys in the background, and counts those that it could not report. */
export class KeyRequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #missing = new Map<string, number>();
  readonly #queue: ReportQueue<Reported>;

  constructor(services: ReportServices) {
    this.#log = services.log;
    this.#queue = new ReportQueue<Reported>(services, {
      capability: 'extensions',
      mostInReport: maxReportedRequests,
      sizeOf: bytesOf,
      maxSize: maxBytes,
      gather: () => this.#gatherMissing(),
      hasMore: () => this.#missing.size > 0,
      send: (batch, context) => {
        const requests = batch.filter((one): one is ReportedKeyRequest => !isMissing(one));
        const body = { requests, missing: batch.filter(isMissing) };
        return services.api.call(gatewayReportCalls.reportKeyRequests, { body }, context);
      },
      undelivered: (batch, why) => {
        if (why === 'failed') for (const record of batch) this.#countMissing(record);
      },
    });
  }

  add(request: ReportedKeyRequest): void {
    if (!this.#queue.add(request)) this.#countMissing(request);
    this.#queue.schedule();
  }

  async close(): Promise<void> {
    const { length } = await this.#queue.close(() => {});
    if (length > 0) this.#log.warn({ count: length }, 'requests of API keys not reported');
  }

  #countMissing(record: Reported): void {
    const before = this.#missing.get(record.key_hash);
    if (before === undefined && this.#missing.size >= maxMissingKeys) return;
    this.#missing.set(record.key_hash, (before ?? 0) + (isMissing(record) ? record.count : 1));
  }

  #gatherMissing(): void {
    for (const [key_hash, count] of this.#missing)
      if (this.#queue.add({ key_hash, count })) this.#missing.delete(key_hash);
  }
}
