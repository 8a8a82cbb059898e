import type { Call } from '@console/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import type { GatewaySettings } from '../base/settings.ts';
import type { CallContext, CallInput, CallResult, ProductApi } from './client.ts';
import { ApiFailure } from './errors.ts';
import { Siblings } from './request-group.ts';
import type { ApiResponse } from './response-reader.ts';

/** Whose key goes out, and what happens when the product API renews its token or refuses it. */
export interface Credential {
  readonly key: string;
  readonly use: 'session' | 'bearer';
  /** The newest session token known. */
  token(): string | null;
  renewed(token: string): void;
  refused(): void;
}

/** What a call is sent with beside its input. */
type CallOptions = Pick<CallContext, 'idempotencyKey' | 'address'>;

/** A read of this request. */
interface Read {
  readonly call: Call;
  readonly input: CallInput<Call>;
  readonly answer: Promise<CallResult>;
  /** Whether a resolver has it; else it was sent to compare an earlier result alone. */
  isUsed: boolean;
}

/** The calls of one GraphQL request for one caller: the same read goes out once, and a refused key stops all of them. */
export class RequestCalls {
  readonly #api: ProductApi;
  readonly #context: CallContext;
  readonly #credential: Credential | null;
  readonly #reads = new Map<string, Read>();
  readonly #kept = new Map<unknown, unknown>();
  readonly #siblings = new Siblings();
  #started = 0;
  #tokenOf = 0;
  #wrote = false;
  readonly #droppedBefore: number;

  constructor(api: ProductApi, context: CallContext, credential: Credential | null) {
    this.#api = api;
    this.#context = context;
    this.#credential = credential;
    this.#droppedBefore = api.results.dropped;
  }

  /** The key that goes out, null for nobody. */
  get key(): string | null {
    return this.#credential?.key ?? null;
  }

  get settings(): GatewaySettings {
    return this.#api.settings;
  }

  get log(): FastifyBaseLogger {
    return this.#context.log;
  }

  /** One of its kind for this request and caller. A write drops it with everything else that was read. */
  kept<T>(kind: abstract new (...args: never[]) => T, make: () => T): T {
    if (!this.#kept.has(kind)) this.#kept.set(kind, make());
    return this.#kept.get(kind) as T;
  }

  /** Makes a declared call and gives the parts of its answer. */
  async call<C extends Call>(call: C, input: CallInput<C>, more: CallOptions = {}): Promise<ApiResponse<C>> {
    if (call.kind === 'read') {
      const read = this.#read(call, input);
      read.isUsed = true;
      return (await read.answer).body as ApiResponse<C>;
    }
    this.forget();
    return (await this.#send(call, input, more)).body;
  }

  /**
   * What an earlier request of the same caller answered, if everything that it was made of is answered now as it was then; else null. All of it is asked
   * side by side, and not once more in this request.
   */
  async repeated(what: string): Promise<Buffer | null> {
    const kept = this.key === null ? null : this.#api.results.find({ owner: this.key, address: what });
    if (kept === null) return null;
    const same = kept.reads.map(
      async ({ call, input, version }) => (await this.#read(call, input).answer).version === version,
    );
    const outcomes = await Promise.allSettled(same);
    return outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value) ? kept.bytes : null;
  }

  /** Keeps what this request answers, which must be made of its reads alone. A read that no resolver has used would be sent again for nothing. */
  async keepResult(what: string, bytes: Buffer): Promise<void> {
    const { key } = this;
    const used = [...this.#reads.values()].filter(({ isUsed }) => isUsed);
    if (key === null || this.#wrote || used.length === 0) return;
    const reads = [];
    for (const { call, input, answer } of used) {
      const { version } = await answer;
      if (version === null) return;
      reads.push({ call, input, version });
    }
    this.#api.results.keep({ owner: key, address: what }, { bytes, reads }, bytes.length, this.#droppedBefore);
  }

  #read(call: Call, input: CallInput<Call>): Read {
    const address = `${call.name} ${JSON.stringify(input)}`;
    const known = this.#reads.get(address);
    if (known) return known;
    const read = { call, input, answer: this.#send(call, input, { address }), isUsed: false };
    this.#reads.set(address, read);
    return read;
  }

  /** Makes a write whose 401 may be about something else than the key, such as a password that goes along: it ends nothing. */
  async attempt<C extends Call>(call: C, input: CallInput<C>): Promise<ApiResponse<C>> {
    this.forget();
    return (await this.#once(call, input, this.#credential?.token() ?? null)).body;
  }

  /** From now on reads go out anew: what was read before a write may be old after it. */
  forget(): void {
    this.#wrote = true;
    this.#reads.clear();
    this.#kept.clear();
  }

  async #send<C extends Call>(call: C, input: CallInput<C>, more: CallOptions = {}): Promise<CallResult<C>> {
    const sent = this.#credential?.token() ?? null;
    try {
      return await this.#once(call, input, sent, more);
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure && thrown.status === 401 && this.#credential)) throw thrown;
      // Another call may have brought a newer token meanwhile: a read deserves one try with it.
      const newer = this.#credential.token();
      if (call.kind === 'read' && newer !== sent) {
        try {
          return await this.#once(call, input, newer, more);
        } catch (again) {
          if (!(again instanceof ApiFailure && again.status === 401)) throw again;
        }
      }
      this.#credential.refused();
      this.#siblings.giveUp(thrown);
      throw thrown;
    }
  }

  async #once<C extends Call>(
    call: C,
    input: CallInput<C>,
    token: string | null,
    more: CallOptions = {},
  ): Promise<CallResult<C>> {
    this.#started += 1;
    const place = this.#started;
    const result = await this.#api.call(call, input, {
      ...this.#context,
      ...more,
      key: this.#credential?.key,
      use: this.#credential?.use,
      token,
      siblings: this.#siblings,
    });
    // Of several new tokens the one of the call that started last wins.
    if (result.token && place > this.#tokenOf) {
      this.#tokenOf = place;
      this.#credential?.renewed(result.token);
    }
    return result;
  }
}
