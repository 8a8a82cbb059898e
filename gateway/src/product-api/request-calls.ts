import type { Readable } from 'node:stream';
import type { Call } from '@console/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import type { GatewaySettings } from '../base/settings.ts';
import type { CallContext, CallInput, CallResult } from './call-context.ts';
import type { CallJournal } from './call-journal.ts';
import type { ProductApi } from './client.ts';
import { ApiFailure } from './errors.ts';
import { RequestGroup } from './request-group.ts';
import type { ApiResponse } from './response-reader.ts';

export interface Credential {
  readonly key: string;
  readonly use: 'session' | 'bearer';
  /** Newest known session token. */
  token(): string | null;
  /** Reads a token that another gateway was given. */
  refresh(): Promise<void>;
  onRenewed(token: string): void;
  onRefused(refusal: ApiFailure): void;
}

type CallOptions = Pick<CallContext, 'idempotencyKey' | 'idempotencyInput' | 'address'>;

/** Calls of one GraphQL request: equal reads are sent once, and a rejected key aborts all. */
export class RequestCalls {
  readonly #api: ProductApi;
  readonly #context: CallContext;
  readonly #credential: Credential | null;
  readonly #reads = new Map<string, Promise<CallResult>>();
  readonly #instances = new Map<unknown, unknown>();
  readonly #group = new RequestGroup();
  journal: CallJournal | null = null;
  #callCount = 0;
  #newestTokenCall = 0;
  /** Whether the operation selects the number of pending items, which is read with the caller. */
  countsPending = false;
  isAccepted = false;
  /** Owner of the key and API key id, as far as the product API has said; null before it was asked. */
  keyOwner: { userId: string | null; keyId: string | null } | null = null;

  constructor(api: ProductApi, context: CallContext, credential: Credential | null) {
    this.#api = api;
    this.#context = context;
    this.#credential = credential;
  }

  /** Null if anonymous. */
  get key(): string | null {
    return this.#credential?.key ?? null;
  }

  get settings(): GatewaySettings {
    return this.#api.settings;
  }

  get log(): FastifyBaseLogger {
    return this.#context.log;
  }

  /** One instance per request and caller, removed by a write like all reads. */
  perRequest<T>(kind: abstract new (...args: never[]) => T, make: () => T): T {
    if (!this.#instances.has(kind)) this.#instances.set(kind, make());
    return this.#instances.get(kind) as T;
  }

  async call<C extends Call>(call: C, input: CallInput<C>, options: CallOptions = {}): Promise<ApiResponse<C>> {
    if (call.kind === 'read') return (await this.#read(call, input)).body as ApiResponse<C>;
    const send = (journalOptions: CallOptions = {}) => {
      this.clearReads();
      return this.#send(call, input, options.idempotencyKey ? options : journalOptions);
    };
    return (await (this.journal ? this.journal.write(call, this.#reads, send) : send())).body;
  }

  /** Makes a write that changes nothing that a read returns. */
  async callAside<C extends Call>(call: C, input: CallInput<C>): Promise<ApiResponse<C>> {
    return (await this.#send(call, input)).body;
  }

  #read(call: Call, input: CallInput<Call>): Promise<CallResult> {
    const address = `${call.name} ${JSON.stringify(input)}`;
    const earlier = this.#reads.get(address);
    if (earlier) return earlier;
    const stored = this.journal?.storedRead(address);
    if (stored !== undefined) return Promise.resolve({ body: stored as ApiResponse<Call>, token: null });
    const answer = this.#send(call, input, { address });
    this.#reads.set(address, answer);
    return answer;
  }

  /** Makes a write. Its 401 may be about a password, and does not end the session. */
  async callOnce<C extends Call>(call: C, input: CallInput<C>): Promise<ApiResponse<C>> {
    this.clearReads();
    return (await this.#once(call, input, this.#credential?.token() ?? null)).body;
  }

  /** Makes a call with a streamed response; `signal` ends it. Ignores its session token. */
  stream<C extends Call>(call: C, input: CallInput<C>, signal: AbortSignal): Promise<Readable> {
    const { key, use } = this.#credential ?? {};
    const token = this.#credential?.token() ?? null;
    return this.#api.stream(call, input, { ...this.#context, key, use, token } as CallContext, signal);
  }

  /** Drops all reads, because a write may have changed them. */
  clearReads(): void {
    this.#reads.clear();
    this.#instances.clear();
  }

  async #send<C extends Call>(call: C, input: CallInput<C>, options: CallOptions = {}): Promise<CallResult<C>> {
    const sent = this.#credential?.token() ?? null;
    try {
      return await this.#once(call, input, sent, options);
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure && thrown.status === 401 && this.#credential)) throw thrown;
      // Another call may have brought a newer token since, so a read is tried once more with it.
      await this.#credential.refresh();
      const newer = this.#credential.token();
      if (call.kind === 'read' && newer !== sent) {
        try {
          return await this.#once(call, input, newer, options);
        } catch (again) {
          if (!(again instanceof ApiFailure && again.status === 401)) throw again;
        }
      }
      this.#credential.onRefused(thrown);
      this.#group.abort(thrown);
      throw thrown;
    }
  }

  async #once<C extends Call>(
    call: C,
    input: CallInput<C>,
    token: string | null,
    options: CallOptions = {},
  ): Promise<CallResult<C>> {
    this.#callCount += 1;
    const position = this.#callCount;
    const result = await this.#api.call(call, input, {
      ...this.#context,
      ...options,
      key: this.#credential?.key,
      use: this.#credential?.use,
      token,
      group: this.#group,
    });
    // A public call ignores an unknown key, so it proves nothing.
    if (call.access === 'user') this.isAccepted = true;
    // The token of the call that started last is stored.
    if (result.token && position > this.#newestTokenCall) {
      this.#newestTokenCall = position;
      this.#credential?.onRenewed(result.token);
    }
    return result;
  }
}
