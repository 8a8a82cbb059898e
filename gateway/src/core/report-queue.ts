import { randomUUID } from 'node:crypto';
import { gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
import type { Capability } from '@console/contract/capabilities';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError } from 'graphql';
import type { CallContext } from '../product-api/call-context.ts';
import type { Capabilities } from '../product-api/capabilities.ts';
import type { ProductApi } from '../product-api/client.ts';
import type { SecretNotice } from './secret-notice.ts';

const reportEveryMs = 1_000;
const maxPauseMs = 30_000;
const reportTimeoutMs = 2_000;
/** Pause after a report that was rejected or not answered. */
const silentMs = { rejected: 60_000, timeout: 5_000 };

type Undelivered = 'unsupported' | 'failed';

interface ReportedRecords<T> {
  capability: Capability;
  mostInReport: number;
  sizeOf: (record: T) => number;
  maxSize: number;
  /** Adds records that have gathered outside the queue, before each report. */
  gather: () => void;
  hasMore: () => boolean;
  send: (batch: T[], context: CallContext) => Promise<unknown>;
  undelivered: (batch: T[], why: Undelivered) => void;
}

export interface ReportServices {
  api: ProductApi;
  capabilities: Capabilities;
  log: FastifyBaseLogger;
  secretNotice: SecretNotice;
}

/** Reports batches in the background once a second; longer pauses follow failures. */
export class ReportQueue<T> {
  readonly #services: ReportServices;
  readonly #records: ReportedRecords<T>;
  #queue: T[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = reportEveryMs;
  #silentUntil = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(services: ReportServices, records: ReportedRecords<T>) {
    this.#services = services;
    this.#records = records;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** False if there is no room. */
  add(record: T): boolean {
    const size = this.#records.sizeOf(record);
    if (this.#size + size > this.#records.maxSize) return false;
    this.#size += size;
    this.#queue.push(record);
    return true;
  }

  schedule(): void {
    this.#timer ??= this.#startTimer();
  }

  /** Sends the last report, with what `gatherLast` adds. Returns undelivered records. */
  async close(gatherLast: () => void): Promise<T[]> {
    await this.#sending;
    if (this.#timer) clearTimeout(this.#timer);
    gatherLast();
    await this.#send();
    return this.#take(this.#queue.length);
  }

  #startTimer(): NodeJS.Timeout {
    const report = async () => {
      await this.#send();
      this.#timer = this.#queue.length > 0 || this.#records.hasMore() ? this.#startTimer() : null;
    };
    return setTimeout(() => {
      this.#sending = report();
    }, this.#pauseMs).unref();
  }

  async #send(): Promise<void> {
    this.#records.gather();
    while (this.#queue.length > 0) {
      const batch = this.#take(this.#records.mostInReport);
      const outcome = await this.#deliver(batch);
      if (outcome === 'unreachable') {
        this.#putBack(batch);
        this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
        return;
      }
      this.#pauseMs = reportEveryMs;
      if (outcome !== 'delivered') this.#records.undelivered(batch, outcome);
    }
  }

  async #deliver(batch: T[]): Promise<'delivered' | 'unreachable' | Undelivered> {
    const { api, capabilities, log, secretNotice } = this.#services;
    const [gatewaySecret] = api.settings.gatewaySecrets;
    if (gatewaySecret === undefined) return 'unsupported';
    if (performance.now() < this.#silentUntil) return 'failed';
    const context = { requestId: randomUUID(), clientAddress: 'gateway', log, deadlineMs: reportTimeoutMs };
    try {
      if (!(await capabilities.supports(this.#records.capability, context))) return 'unsupported';
      await this.#records.send(batch, { ...context, headers: { [gatewaySecretHeader]: gatewaySecret } });
      return 'delivered';
    } catch (thrown) {
      if (codeOf(thrown) === 'UPSTREAM_UNAVAILABLE') return 'unreachable';
      if (codeOf(thrown) === 'FORBIDDEN') secretNotice.refused();
      // A report that timed out may have been written, so it is not sent again.
      const isTimeout = codeOf(thrown) === 'UPSTREAM_TIMEOUT';
      this.#silentUntil = performance.now() + (isTimeout ? silentMs.timeout : silentMs.rejected);
      return 'failed';
    }
  }

  #take(count: number): T[] {
    const taken = this.#queue.splice(0, count);
    for (const record of taken) this.#size -= this.#records.sizeOf(record);
    return taken;
  }

  #putBack(batch: T[]): void {
    this.#queue.unshift(...batch);
    for (const record of batch) this.#size += this.#records.sizeOf(record);
  }
}

const codeOf = (thrown: unknown) => (thrown instanceof GraphQLError ? thrown.extensions.code : null);
