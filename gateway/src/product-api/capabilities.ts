import { capabilitiesCall, extensionsHeader } from '@console/contract/calls/extensions';
import { lookupsCalls } from '@console/contract/calls/lookups';
import type { Capability } from '@console/contract/capabilities';
import { texts } from '@console/contract/rules';
import type { Clock } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';
import type { CallContext } from './call-context.ts';
import type { ProductApi } from './client.ts';
import { isRecord, textOf } from './shape.ts';
import { jsonOf } from './transport.ts';

const cacheMs = 60_000;

type Names = ReadonlySet<string>;
const none: Names = new Set();

/** Capabilities beyond the specification. Only responses announce extensions, so a specified call is sent before the first. Unnamed ones are missing: releases can differ. */
export class Capabilities {
  readonly #api: ProductApi;
  readonly #clock: Clock;
  readonly #mode: GatewaySettings['productApiExtensions'];
  #cached: { names: Names; until: number } | null = null;
  #pending: Promise<Names> | null = null;

  constructor(api: ProductApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
    this.#mode = api.settings.productApiExtensions;
  }

  /** True until a response has said whether there are extensions. */
  get isUnknown(): boolean {
    return this.#mode === 'auto' && this.#api.announcesExtensions === null;
  }

  /** Whether a capability is named. Names are cached for a minute (longer with `atAnyAge`) and kept on failure; throws before the first. */
  async supports(capability: Capability, context: CallContext, { atAnyAge = false } = {}): Promise<boolean> {
    if (atAnyAge && this.#cached && this.#mayHaveNames) return this.has(capability);
    return (await this.#names(context)).has(capability);
  }

  /** Whether a capability is known without asking. */
  has(capability: Capability): boolean {
    return this.#mayHaveNames && this.#cached?.names.has(capability) === true;
  }

  get #mayHaveNames(): boolean {
    return this.#mode === 'on' || (this.#mode === 'auto' && this.#api.announcesExtensions === true);
  }

  #names(context: CallContext): Promise<Names> {
    if (!this.isUnknown && !this.#mayHaveNames) return Promise.resolve(none);
    if (this.#cached && this.#cached.until > this.#clock().getTime()) return Promise.resolve(this.#cached.names);
    this.#pending ??= this.#request(context).finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  #ask({ requestId, clientAddress, log, deadlineMs }: CallContext, { path }: { path: string }) {
    return this.#api.fetchRaw(path, { requestId, clientAddress, log, deadlineMs, pool: 'signIn' });
  }

  async #request(context: CallContext): Promise<Names> {
    if (this.isUnknown) await this.#ask(context, lookupsCalls.departmentList);
    if (this.isUnknown) throw failure('UPSTREAM_UNAVAILABLE', texts.requestFailed);
    if (!this.#mayHaveNames) return none;
    const answer = await this.#ask(context, capabilitiesCall).catch(() => null);
    if (answer === null || answer.status >= 500) {
      if (this.#cached) return this.#cached.names;
      throw failure('UPSTREAM_UNAVAILABLE', texts.requestFailed);
    }
    // Other servers respond to unknown paths with a page, a redirect or another object.
    const body = jsonOf(answer);
    const listed = answer.status < 300 && isRecord(body) && Array.isArray(body.capabilities) ? body.capabilities : [];
    const names = new Set(listed.flatMap((name) => textOf(name) ?? []));
    this.#cached = { names, until: this.#clock().getTime() + cacheMs };
    if (answer.headers[extensionsHeader] !== '1') this.#api.announcesExtensions = false;
    return names;
  }
}
