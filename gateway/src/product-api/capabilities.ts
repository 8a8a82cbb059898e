import { capabilitiesCall, extensionsHeader } from '@console/contract/calls/extensions';
import { texts } from '@console/contract/rules';
import type { Clock } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';
import type { CallContext } from './call-context.ts';
import type { ProductApi } from './client.ts';
import { isRecord } from './shape.ts';
import { jsonOf } from './transport.ts';

const cacheMs = 60_000;

/** A result that needs the extensions: null for a product API without them. */
export type IfSupported<T> = T | null;

/** Whether the product API supports our extensions, without which no extra fields and calls are sent. By default only a product API that announces them in its responses is asked. */
export class Capabilities {
  readonly #api: ProductApi;
  readonly #clock: Clock;
  readonly #mode: GatewaySettings['productApiExtensions'];
  #cached: { extensions: boolean; until: number } | null = null;
  #pending: Promise<boolean> | null = null;

  constructor(api: ProductApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
    this.#mode = api.settings.productApiExtensions;
  }

  /** Whether no response so far could have announced them. */
  get isUnknown(): boolean {
    return this.#mode === 'auto' && this.#api.announcesExtensions === null;
  }

  /** Requested without a key and cached for a minute. While the request fails the last result applies; before the first one this throws. */
  extensions(context: CallContext): Promise<boolean> {
    if (this.#mode === 'off' || (this.#mode === 'auto' && !this.#api.announcesExtensions))
      return Promise.resolve(false);
    if (this.#cached && this.#cached.until > this.#clock().getTime()) return Promise.resolve(this.#cached.extensions);
    this.#pending ??= this.#request(context).finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #request({ requestId, clientAddress, log, deadlineMs }: CallContext): Promise<boolean> {
    const answer = await this.#api
      .fetchRaw(capabilitiesCall.path, { requestId, clientAddress, log, deadlineMs, pool: 'signIn' })
      .catch(() => null);
    if (answer === null || answer.status >= 500) {
      if (this.#cached) return this.#cached.extensions;
      throw failure('UPSTREAM_UNAVAILABLE', texts.requestFailed);
    }
    // Other servers respond to unknown paths with a page, a redirect or another object.
    const body = jsonOf(answer);
    const extensions = answer.status < 300 && isRecord(body) && Array.isArray(body.capabilities);
    this.#cached = { extensions, until: this.#clock().getTime() + cacheMs };
    if (answer.headers[extensionsHeader] !== '1') this.#api.announcesExtensions = false;
    return extensions;
  }
}
