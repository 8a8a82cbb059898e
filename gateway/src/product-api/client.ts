import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionsHeader } from '@console/contract/calls/extensions';
import { type ErrorCode, errorCodes } from '@console/contract/errors';
import { keyRefillHeader, keyRefillMs, keySpentHeader } from '@console/contract/key-budget';
import type { ServerMetrics } from '@console/server-base/metrics';
import type { Span } from '@console/server-base/traces';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { GatewaySettings } from '../base/settings.ts';
import type { CallContext, CallInput, CallResult } from './call-context.ts';
import { CallGuard, callerIdOf } from './call-guard.ts';
import { isCredential } from './credential.ts';
import {
  failureOfResponse,
  failureOfThrown,
  isConnectionLost,
  isOutageStatus,
  nullUnlessRateLimited,
  retryAfterSeconds,
} from './errors.ts';
import { loggedJsonOf, readAnswer } from './read-response.ts';
import { wasAbortedByGroup } from './request-group.ts';
import { requestHeaders } from './request-headers.ts';
import { formOf, queryOf, type SentFile } from './request-parts.ts';
import { ResponseCache } from './response-cache.ts';
import type { ApiResponse } from './response-reader.ts';
import { RetryBudget } from './retry-budget.ts';
import { type Answer, type CallPool, jsonOf, Transport, type TransportRequest } from './transport.ts';

const deadlinesMs = { read: 10_000, write: 30_000, upload: 120_000 } as const;
const retryDelayMs = { least: 50, most: 150 };
const maxRetryAfter = 1;
const poolOfCall: Partial<Record<string, CallPool>> = {
  [calls.apiUserDetail.name]: 'caller',
  [calls.logoutApiUser.name]: 'revocation',
};
/** Caller of the gateway's own requests, which other callers do not delay. */
const gatewayCaller = 'gateway itself';

interface SendOptions {
  ms: number;
  started: number;
  signal: AbortSignal;
  /** Bytes of the last response. */
  expected: Buffer | undefined;
  spent?: string | null | undefined;
}

/** Whether the product API failed or is called too often; a refusal is a normal response. */
const needsAttention = (code: ErrorCode): boolean => errorCodes[code] >= 500 || code === 'RATE_LIMITED';

/** Calls over HTTP: bulkheads, deadlines, one retry of reads, translated errors. An unchanged list of an external product API is not read again. */
export class ProductApi {
  readonly #transport: Transport;
  readonly settings: GatewaySettings;
  readonly #clock: Clock;
  readonly #metrics: ServerMetrics | undefined;
  readonly #guard = new CallGuard();
  readonly #answers = new ResponseCache();
  /** Retries by caller: failing reads of one must not use up others' budget. */
  readonly #retries = new LRUCache<string, RetryBudget>({ max: 1_000, memoMethod: () => new RetryBudget() });
  /** Called when the first response shows that there are no extensions. */
  onWithoutExtensions: (() => void) | undefined;
  #announcesExtensions: boolean | null = null;

  constructor(settings: GatewaySettings, clock: Clock, metrics?: ServerMetrics) {
    this.#metrics = metrics;
    this.#transport = new Transport(settings.productApiUrl);
    this.settings = settings;
    this.#clock = clock;
  }

  /** Null before the first response. */
  get announcesExtensions(): boolean | null {
    return this.#announcesExtensions;
  }

  set announcesExtensions(announced: boolean) {
    const isFirst = this.#announcesExtensions === null;
    this.#announcesExtensions = announced;
    if (isFirst && !announced) this.onWithoutExtensions?.();
  }

  get #hasExtensions(): boolean {
    const { productApiExtensions: mode } = this.settings;
    return mode === 'on' || (mode === 'auto' && this.announcesExtensions === true);
  }

  get state() {
    return this.#guard.state;
  }

  /** Throws an `ApiFailure` unless it succeeds. */
  async call<C extends Call>(call: C, input: CallInput<C>, given: CallContext): Promise<CallResult<C>> {
    const started = performance.now();
    const span = given.span?.child(call.name, 'client');
    const context = span ? { ...given, span } : given;
    const ms = this.#deadlineMs(call.kind, context);
    const controller = new AbortController();
    const timer = ms === 0 ? undefined : setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
    context.group?.join(controller);
    try {
      const { key, address } = context;
      const isCacheable = key !== undefined && address !== undefined && !this.#hasExtensions;
      const cacheKey = isCacheable ? { owner: key, address } : null;
      const cached = cacheKey && this.#answers.get(cacheKey);
      const { dropCount } = this.#answers;
      const answer = await this.#sendWithReport(call, input, context, {
        ms,
        started,
        signal: controller.signal,
        expected: cached?.bytes,
      });
      const token = this.#newToken(answer, context.log);
      const logOutcome = (outcome: 'DONE' | 'UNCHANGED') =>
        context.log.info(
          { call: call.name, outcome, ms: this.#observe(call, outcome, started, span) },
          'product API call',
        );
      if (answer.status === 200 && answer.bytes === cached?.bytes) {
        logOutcome('UNCHANGED');
        return { body: cached.body as ApiResponse<C>, token };
      }
      if (answer.status >= 300) {
        const { status, headers } = answer;
        if (status === 401 && cacheKey) this.dropCached(cacheKey.owner);
        const body = loggedJsonOf(call, answer, context.log);
        throw failureOfResponse(call, { status, headers, body }, this.#clock());
      }
      const body = readAnswer(call, answer, context.log, this.#clock());
      context.writes?.succeeded(call);
      logOutcome('DONE');
      if (cacheKey) this.#answers.store(cacheKey, { bytes: answer.bytes, body }, dropCount);
      return { body, token };
    } catch (thrown) {
      // Aborted by the gateway itself, which has set the reason.
      if (wasAbortedByGroup(controller.signal)) {
        context.writes?.failed(call, null);
        span?.end({ 'console.call': call.name, 'console.outcome': 'ABORTED' }, false);
        throw controller.signal.reason;
      }
      const failure = failureOfThrown(call, thrown);
      context.writes?.failed(call, failure);
      const duration = this.#observe(call, failure.code, started, span);
      const { name: cause, code: causeCode } = (failure.cause ?? {}) as { name?: string; code?: string };
      const { status, code, missing } = failure;
      context.log[needsAttention(code) ? 'warn' : 'info'](
        { call: call.name, outcome: code, status, code, missing, cause, causeCode, ms: duration },
        'product API call failed',
      );
      throw failure;
    } finally {
      clearTimeout(timer);
      context.group?.leave(controller);
    }
  }

  /** Opens `path` as a stream, by default an image, within a read's deadline. Occupies the caller's slot until the body ends. */
  open(path: string, context: CallContext, request: Partial<Pick<TransportRequest, 'pool' | 'method' | 'body'>> = {}) {
    const sent = { path, headers: this.#headers(context), signal: this.#readSignal(context) };
    const out: TransportRequest = { method: 'GET', pool: 'pictures', ...request, ...sent };
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Transport['open']>>>();
    const stream = async () => {
      const answer = await this.#transport.open(out);
      resolve(answer);
      await finished(answer.body).catch(() => undefined);
    };
    this.#guard.runInPool(out.pool, callerIdOf(context), stream, out.signal).catch(reject);
    return promise;
  }

  /** Makes a call with a streamed response, in the caller's slot until it ends or `signal` aborts. Throws an `ApiFailure` unless it begins. */
  async stream<C extends Call>(
    call: C,
    input: CallInput<C>,
    given: CallContext,
    signal: AbortSignal,
  ): Promise<Readable> {
    const started = performance.now();
    const span = given.span?.child(call.name, 'client');
    const context = span ? { ...given, span } : given;
    const headers = { ...this.#headers(context), 'content-type': 'application/json' };
    const body = JSON.stringify((input as { body?: object }).body);
    const out: TransportRequest = { pool: 'exports', method: call.method, path: call.path, headers, body, signal };
    const { promise, resolve, reject } = Promise.withResolvers<Readable>();
    const read = async () => {
      const answer = await this.#transport.open(out);
      const { statusCode: status, headers: answered } = answer;
      if (status !== 200) {
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        const refusal = loggedJsonOf(call, { status, headers: answered, bytes }, context.log);
        throw failureOfResponse(call, { status, headers: answered, body: refusal }, this.#clock());
      }
      resolve(answer.body);
      await finished(answer.body).catch(() => undefined);
      context.log.info({ call: call.name, ms: this.#observe(call, 'DONE', started, span) }, 'product API stream ended');
    };
    this.#guard.runInPool(out.pool, callerIdOf(context), read, signal).catch((thrown: unknown) => {
      const failure = failureOfThrown(call, thrown);
      this.#observe(call, failure.code, started, span);
      reject(failure);
    });
    return promise;
  }

  /** Counts a call, ends its span, and returns its milliseconds for the log. */
  #observe({ name: call }: Call, outcome: ErrorCode | 'DONE' | 'UNCHANGED', started: number, span?: Span): number {
    const ms = Math.round(performance.now() - started);
    this.#metrics?.count('console_product_api_calls_total', { call, outcome });
    this.#metrics?.observe('console_product_api_call_duration_seconds', { call }, ms);
    const isFailure = outcome !== 'DONE' && outcome !== 'UNCHANGED' && needsAttention(outcome);
    span?.end({ 'console.call': call, 'console.outcome': outcome }, isFailure);
    return ms;
  }

  /** A file of the product API, with the caller's key, without redirects; null if unavailable or beyond `maxBytes`. Throws RATE_LIMITED. */
  async fetchFile(path: string, context: CallContext, maxBytes: number): Promise<Answer | null> {
    const signal = this.#readSignal(context);
    const headers = { ...this.#headers(context), accept: 'image/*' };
    const out: TransportRequest = { pool: 'pictures', method: 'GET', path, fromOrigin: true, headers, signal };
    const fetch = () => this.#transport.exchangeUpTo(maxBytes, out);
    return this.#guard.runInPool(out.pool, callerIdOf(context), fetch, signal).catch(nullUnlessRateLimited);
  }

  async fetchRaw(path: string, context: CallContext): Promise<Answer> {
    const signal = this.#readSignal(context);
    const headers = this.#headers(context);
    const out: TransportRequest = { pool: context.pool ?? 'other', method: 'GET', path, headers, signal };
    return this.#guard.run({ pool: out.pool, name: path, caller: gatewayCaller, signal }, () => this.#exchange(out));
  }

  async #exchange(out: TransportRequest): Promise<Answer> {
    const answer = await this.#transport.exchange(out);
    if (answer.headers[extensionsHeader] === '1') this.announcesExtensions = true;
    // A 5xx can come from a proxy, which does not know the extensions.
    else if (answer.status < 500 && this.announcesExtensions === null) this.announcesExtensions = false;
    return answer;
  }

  dropCached(key: string): void {
    this.#answers.dropOwner(key);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #readSignal(context: CallContext): AbortSignal | undefined {
    const ms = this.#deadlineMs('read', context);
    return ms === 0 ? undefined : AbortSignal.timeout(ms);
  }

  #deadlineMs(kind: Call['kind'], context: CallContext): number {
    return context.deadlineMs ?? this.settings.productApiTimeoutMs ?? deadlinesMs[kind];
  }

  #headers(context: CallContext): Record<string, string> {
    return requestHeaders(context, this.settings, this.announcesExtensions);
  }

  /** Also reports the API key's spending with the call that reads the caller. */
  async #sendWithReport<C extends Call>(
    call: C,
    input: CallInput<C>,
    context: CallContext,
    options: SendOptions,
  ): Promise<Answer> {
    const report =
      this.#hasExtensions && call.name === calls.apiUserDetail.name ? context.reportKeyBudget?.() : undefined;
    try {
      const answer = await this.#send(call, input, context, { ...options, spent: report?.spent });
      if (answer.status < 300) report?.answered(keyRefillMs(answer.headers[keyRefillHeader]));
      else report?.failed();
      return answer;
    } catch (thrown) {
      report?.failed();
      throw thrown;
    }
  }

  async #send<C extends Call>(
    call: C,
    input: CallInput<C>,
    context: CallContext,
    { ms, started, signal, expected, spent }: SendOptions,
  ): Promise<Answer> {
    const { body, files } = input as { body?: object; files?: Readonly<Record<string, SentFile>> };
    const pool = call.kind === 'upload' ? 'files' : (poolOfCall[call.name] ?? context.pool ?? 'other');
    const exchange = (): Promise<Answer> => {
      const headers = this.#headers(context);
      // A form sets its own content type, with the boundary.
      if (body !== undefined && !files) headers['content-type'] = 'application/json';
      if (spent) headers[keySpentHeader] = spent;
      if (ms !== 0)
        headers['x-request-deadline-ms'] = String(Math.max(1, Math.round(ms - (performance.now() - started))));
      const out: TransportRequest = { pool, method: call.method, path: call.path, headers, signal, expected };
      return this.#exchange({
        ...out,
        query: queryOf((input as { query?: object }).query),
        body: files ? formOf(body, files) : body && JSON.stringify(body),
      });
    };
    const caller = callerIdOf(context);
    const send = () => this.#guard.run({ pool, name: call.name, caller, signal }, exchange);
    if (call.kind !== 'read') return send();
    const retries = this.#retries.memo(caller);
    retries.earn();
    let waitMs = retryDelayMs.least + Math.random() * (retryDelayMs.most - retryDelayMs.least);
    try {
      const answer = await send();
      const requestedWait = this.#retryAfter(answer);
      if (requestedWait === null) return answer;
      waitMs += requestedWait * 1000;
      const isTooLate = ms !== 0 && performance.now() - started + waitMs >= ms;
      if (isTooLate || !retries.spend()) return answer;
    } catch (thrown) {
      if (!isConnectionLost(thrown) || !retries.spend()) throw thrown;
    }
    await pause(waitMs, undefined, { signal });
    return send();
  }

  /** Seconds until a read is retried; null if it is not. */
  #retryAfter(answer: Answer): number | null {
    const { status, headers } = answer;
    if (isOutageStatus(status)) return 0;
    const seconds =
      status === 429 ? retryAfterSeconds(jsonOf(answer), headers['retry-after'], this.#clock()) : undefined;
    return seconds !== undefined && seconds <= maxRetryAfter ? seconds : null;
  }

  #newToken({ headers }: Answer, log: FastifyBaseLogger): string | null {
    const name = this.settings.sessionTokenHeader;
    const token = name ? headers[name] : undefined;
    if (token === undefined) return null;
    if (isCredential(token)) return token;
    log.warn('session.tokenIgnored');
    return null;
  }
}
