import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call, CallBody, CallQuery } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionsHeader } from '@console/contract/calls/extensions';
import { gatewayProof, gatewayProofHeader } from '@console/contract/gateway-proof';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { keepRecent } from '../base/set-bounded.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { isSame, Kept, type KeptAnswer, KeptAnswers } from './answer-cache.ts';
import { CallGuard, callerOf } from './call-guard.ts';
import {
  ApiFailure,
  failureOfAnswer,
  failureOfRefusal,
  failureOfThrown,
  isConnectionLost,
  isOutageStatus,
  nullUnlessRateLimited,
  retryAfterOf,
} from './errors.ts';
import { isGivenUp, type Siblings } from './request-group.ts';
import { formOf, queryOf, type SentFile } from './request-parts.ts';
import { type ApiResponse, readResponse } from './response-reader.ts';
import { RetryBudget } from './retry-budget.ts';
import { type Answer, type Exchange, jsonOf, type Lane, Transport } from './transport.ts';
import type { Writes } from './writes.ts';

const deadlinesMs = { read: 10_000, write: 30_000, upload: 120_000 } as const;
/** How much of the room for what is kept the answers have; the results have the rest. */
const answersShare = 0.75;
const retryAfterMs = { least: 50, most: 150 };
const longestRetryAfter = 1;
/** How many callers have a retry budget that is remembered. */
const mostCallers = 1_000;
/** Calls that have a lane of their own, whoever makes them. */
const ownLanes: Partial<Record<string, Lane>> = {
  [calls.apiUserDetail.name]: 'caller',
  [calls.logoutApiUser.name]: 'ending',
};
/** The gateway's own questions, which no caller's flood may keep back. */
const gatewayItself = 'gateway itself';
const largestToken = 4096;

/** What the gateway sends along with a call, beside the call's own input. */
export interface CallContext {
  requestId: string;
  clientAddress: string;
  log: FastifyBaseLogger;
  key?: string;
  use?: 'session' | 'bearer';
  token?: string | null;
  siblings?: Siblings;
  lane?: Lane;
  /** Of a read whose answer may be kept for the holder of the key: the call and its input, as a text. */
  address?: string;
  /** In place of the deadline that the call's kind has. */
  deadlineMs?: number;
  /** Is notified of each write that ends. */
  writes?: Writes;
  /** Extension: the same key again answers what was made before. */
  idempotencyKey?: string;
  /** More request headers. */
  headers?: Readonly<Record<string, string>>;
}

/** Query and body as the contract declares them, left out where the call has none; and the files of an upload, by field. */
export type CallInput<C extends Call> = (CallQuery<C> extends undefined
  ? { query?: undefined }
  : { query: CallQuery<C> }) &
  (CallBody<C> extends undefined ? { body?: undefined } : { body: CallBody<C> }) &
  (C extends { kind: 'upload' } ? { files: Readonly<Record<string, SentFile>> } : { files?: undefined });

/** A good answer: its parts, and the session token if a new one came with it. */
export interface CallResult<C extends Call = Call> {
  body: ApiResponse<C>;
  token: string | null;
  /** The same for the same answer to the same caller; null for one that was not kept. */
  version: number | null;
}

/** What a query answered, as it was sent, and the answers that it was made of. */
export interface KeptResult {
  bytes: Buffer;
  reads: readonly { call: Call; input: CallInput<Call>; version: number }[];
}

/** The typed calls of the contract over HTTP: bulkheads, deadline, one retry of reads, failures in our words. What it keeps it asks about each time. */
export class ProductApi {
  readonly #transport: Transport;
  readonly settings: GatewaySettings;
  readonly #clock: Clock;
  readonly #guard = new CallGuard();
  readonly #kept: KeptAnswers;
  /** Whole results, to be sent again when all that they were made of is the same. */
  readonly results: Kept<KeptResult>;
  /** By caller: one whose reads all fail must not use up what others have left. */
  readonly #retries = new Map<string, RetryBudget>();
  /** Whether the product API has announced our extensions; null before its first answer. */
  announcesExtensions: boolean | null = null;

  constructor(settings: GatewaySettings, clock: Clock) {
    this.#transport = new Transport(settings.productApiUrl);
    this.settings = settings;
    this.#clock = clock;
    this.#kept = new KeptAnswers(settings.listCacheMb * answersShare);
    this.results = new Kept(settings.listCacheMb * (1 - answersShare));
  }

  /** Makes one declared call. Throws an `ApiFailure` for everything but a good answer. */
  async call<C extends Call>(call: C, input: CallInput<C>, context: CallContext): Promise<CallResult<C>> {
    const started = performance.now();
    const ms = this.#deadlineMs(call.kind, context);
    const ending = new AbortController();
    const timer = ms === 0 ? undefined : setTimeout(() => ending.abort(new DOMException('', 'TimeoutError')), ms);
    context.siblings?.join(ending);
    try {
      const { key, address } = context;
      const place = key === undefined || address === undefined ? null : { owner: key, address };
      const kept = place && this.#kept.find(place);
      const { dropped } = this.#kept;
      const answer = await this.#send(call, input, context, { ms, started, signal: ending.signal, kept });
      const token = this.#newToken(answer, context.log);
      if (kept && isSame(answer, kept)) return { body: kept.body as ApiResponse<C>, token, version: kept.version };
      if (answer.status >= 300) {
        const { status, headers } = answer;
        if (status === 401 && place) this.forget(place.owner);
        throw failureOfAnswer(call, { status, headers, body: jsonOf(answer) }, this.#clock());
      }
      const body = this.#read(call, answer, context.log);
      context.writes?.succeeded(call);
      return { body, token, version: place && this.#kept.keepAnswer(place, call, answer, body, dropped) };
    } catch (thrown) {
      // Given up by the gateway itself: the reason says why.
      if (isGivenUp(ending.signal)) {
        context.writes?.failed(call, null);
        throw ending.signal.reason;
      }
      const failure = failureOfThrown(call, thrown);
      context.writes?.failed(call, failure);
      const took = Math.round(performance.now() - started);
      const { name: cause, code: causeCode } = (failure.cause ?? {}) as { name?: string; code?: string };
      const { status, code, missing } = failure;
      context.log.warn(
        { call: call.name, status, code, missing, cause, causeCode, ms: took },
        'product API call failed',
      );
      throw failure;
    } finally {
      clearTimeout(timer);
      context.siblings?.leave(ending);
    }
  }

  /** Opens `path` for streaming, within the deadline of a read. The caller's place is taken until the body has ended. */
  open(path: string, context: CallContext) {
    const signal = this.#readSignal(context);
    const out: Exchange = { lane: 'pictures', method: 'GET', path, headers: this.#headers(context), signal };
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Transport['open']>>>();
    const stream = async () => {
      const answer = await this.#transport.open(out);
      resolve(answer);
      await finished(answer.body).catch(() => undefined);
    };
    this.#guard.inLane(out.lane, callerOf(context), stream, signal).catch(reject);
    return promise;
  }

  /** A file of the product API's origin, with the caller's key; null when it cannot be had or is larger than `mostBytes`, RATE_LIMITED for too many at once. Nothing is redirected. */
  async fetchFile(path: string, context: CallContext, mostBytes: number): Promise<Answer | null> {
    const signal = this.#readSignal(context);
    const headers = { ...this.#headers(context), accept: 'image/*' };
    const out: Exchange = { lane: 'pictures', method: 'GET', path, fromOrigin: true, headers, signal };
    const fetch = () => this.#transport.exchangeUpTo(mostBytes, out);
    return this.#guard.inLane(out.lane, callerOf(context), fetch, signal).catch(nullUnlessRateLimited);
  }

  /** Answers with status and text whatever they are; for what is no call of the contract. */
  async ask(path: string, context: CallContext): Promise<Answer> {
    const signal = this.#readSignal(context);
    const headers = this.#headers(context);
    const out: Exchange = { lane: context.lane ?? 'rest', method: 'GET', path, headers, signal };
    return this.#guard.run({ lane: out.lane, name: path, caller: gatewayItself, signal }, () => this.#exchange(out));
  }

  async #exchange(out: Exchange): Promise<Answer> {
    const answer = await this.#transport.exchange(out);
    if (answer.headers[extensionsHeader] === '1') this.announcesExtensions = true;
    // A proxy in front may answer for it, and knows nothing of them.
    else if (answer.status < 500) this.announcesExtensions ??= false;
    return answer;
  }

  /** Forgets what the holder of a key was answered. */
  forget(key: string): void {
    this.#kept.drop(key);
    this.results.drop(key);
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

  /** Built from nothing: no header of the browser's request is passed on. */
  #headers({
    key,
    use,
    token,
    requestId,
    clientAddress,
    idempotencyKey,
    headers,
  }: CallContext): Record<string, string> {
    const { apiKeyHeader, sessionTokenHeader, gatewaySecrets } = this.settings;
    const [secret] = this.announcesExtensions ? gatewaySecrets : [];
    return {
      ...headers,
      accept: 'application/json',
      ...(secret === undefined ? {} : { [gatewayProofHeader]: gatewayProof(secret, requestId) }),
      'x-request-id': requestId,
      'x-client-address': clientAddress,
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(key ? { [apiKeyHeader]: key, 'x-key-use': use ?? 'session' } : {}),
      ...(key && token && sessionTokenHeader ? { [sessionTokenHeader]: token } : {}),
    };
  }

  async #send<C extends Call>(
    call: C,
    input: CallInput<C>,
    context: CallContext,
    { ms, started, signal, kept }: { ms: number; started: number; signal: AbortSignal; kept: KeptAnswer | null },
  ): Promise<Answer> {
    const { body, files } = input as { body?: object; files?: Readonly<Record<string, SentFile>> };
    const lane = call.kind === 'upload' ? 'files' : (ownLanes[call.name] ?? context.lane ?? 'rest');
    const exchange = (): Promise<Answer> => {
      const headers = this.#headers(context);
      // A form says its own, with the boundary.
      if (body !== undefined && !files) headers['content-type'] = 'application/json';
      if (kept?.etag) headers['if-none-match'] = kept.etag;
      if (ms !== 0)
        headers['x-request-deadline-ms'] = String(Math.max(1, Math.round(ms - (performance.now() - started))));
      const expected = kept?.bytes;
      const out: Exchange = { lane, method: call.method, path: call.path, headers, signal, expected };
      return this.#exchange({
        ...out,
        query: queryOf((input as { query?: object }).query),
        body: files ? formOf(body, files) : body && JSON.stringify(body),
      });
    };
    const caller = callerOf(context);
    const send = () => this.#guard.run({ lane, name: call.name, caller, signal }, exchange);
    if (call.kind !== 'read') return send();
    const retries = keepRecent(this.#retries, caller, this.#retries.get(caller) ?? new RetryBudget(), mostCallers);
    retries.earn();
    let waitMs = retryAfterMs.least + Math.random() * (retryAfterMs.most - retryAfterMs.least);
    try {
      const answer = await send();
      const askedFor = this.#retryAfter(answer);
      if (askedFor === null) return answer;
      waitMs += askedFor * 1000;
      const isTooLate = ms !== 0 && performance.now() - started + waitMs >= ms;
      if (isTooLate || !retries.spend()) return answer;
    } catch (thrown) {
      if (!isConnectionLost(thrown) || !retries.spend()) throw thrown;
    }
    await pause(waitMs, undefined, { signal });
    return send();
  }

  /** Seconds to wait before a read is tried again; null when it is not. */
  #retryAfter(answer: Answer): number | null {
    const { status, headers } = answer;
    if (isOutageStatus(status)) return 0;
    const seconds = status === 429 ? retryAfterOf(jsonOf(answer), headers['retry-after'], this.#clock()) : undefined;
    return seconds !== undefined && seconds <= longestRetryAfter ? seconds : null;
  }

  /** The parts of an answer with a status below 300. Throws for a refusal, and for an answer without the part that the call needs. */
  #read<C extends Call>(call: C, answer: Answer, log: FastifyBaseLogger): ApiResponse<C> {
    const { status, headers, bytes } = answer;
    const json = jsonOf(answer);
    const isEmpty = bytes.length === 0;
    // An empty answer says that a write is done, and with status 204 that a read has found nothing.
    const isReadable = isEmpty ? call.kind !== 'read' || status === 204 : json !== undefined || isBareText(call, bytes);
    if (!isReadable) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE');
    const body = isEmpty && call.kind === 'read' ? null : json;
    const reading = readResponse(call, body);
    if (reading.refused) throw failureOfRefusal(call, { headers, body }, this.#clock());
    const { response, missing } = reading;
    if (missing.length > 0) log.debug({ call: call.name, missing }, 'the answer lacks parts');
    const [needed = ''] = Object.keys(call.answer.shape);
    if (call.absentCode === undefined || !missing.includes(needed)) return response;
    const isNull = (response as Readonly<Record<string, unknown>>)[needed] === null;
    throw new ApiFailure(call, isNull ? call.absentCode : 'UPSTREAM_BAD_RESPONSE', { missing });
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

/** Whether an answer is a plain text to a call that needs no part of it; a page is a proxy's and says nothing about the call. */
const isBareText = ({ answer }: Call, bytes: Buffer): boolean =>
  Object.keys(answer.shape).length === 0 && !bytes.subarray(0, 512).toString('latin1').trimStart().startsWith('<');

/** Whether a text can be a key or token: visible ASCII, at most 4 kB. */
export const isCredential = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= largestToken && /^[\x21-\x7e]+$/.test(text);
