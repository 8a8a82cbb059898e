import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CallContext } from '../product-api/call-context.ts';
import { fileAddress } from '../product-api/file-address.ts';
import { readCaller } from '../product-api/reads.ts';
import { RequestCalls } from '../product-api/request-calls.ts';
import { Writes } from '../product-api/writes.ts';
import { keyHash } from './key-hash.ts';
import type { RequestSession } from './request-session.ts';
import type { Services } from './services.ts';

/** The GraphQL context of a request. */
export class Context {
  /** Calls to the product API as the caller; signing in replaces it. */
  api: RequestCalls;
  /** For calls that are anonymous or in the background. */
  readonly call: CallContext;
  /** The token that authorised an upload without a session; null for every other request. */
  readonly onboardingToken: string | null;
  /** Whether the result depends only on what `api` has read, so that equal responses give an equal result. */
  onlyReads = true;
  /** Bytes of an identical earlier response, if there is one. */
  readonly cachedResponse: { bytes: Buffer | null } = { bytes: null };
  // Apollo copies the properties of a context, which loses #private ones.
  private readonly shared: { services: Services; session: RequestSession; cookieHeader: string | undefined };

  constructor(request: FastifyRequest, services: Services, session: RequestSession) {
    this.shared = { services, session, cookieHeader: request.headers.cookie };
    this.call = callContextOf(request);
    this.api = new RequestCalls(services.productApi, this.call, session.credential);
    this.onboardingToken = request.onboardingToken;
  }

  /** Reading clocks, counters or cached lists makes the result valid for this moment only. The settings are also in `api`. */
  get services(): Services {
    this.onlyReads = false;
    return this.shared.services;
  }

  get session(): RequestSession {
    this.onlyReads = false;
    return this.shared.session;
  }

  get cookieHeader(): string | undefined {
    this.onlyReads = false;
    return this.shared.cookieHeader;
  }

  /** The caller in attempt limits: the user of a session, or a hash of the key. */
  get limitKey(): string {
    const { key } = this.api;
    return this.session.current?.uid ?? keyHash(key ?? '');
  }

  get log(): FastifyBaseLogger {
    return this.call.log;
  }

  /** The address on our origin of a file in a response; null for an address that is not allowed. */
  fileAddress(address: unknown): string | null | Promise<string> {
    const { settings, pictures } = this.shared.services;
    const { key } = this.api;
    return fileAddress(address, settings) ?? (key === null ? null : pictures.addressOf(address, key));
  }

  /** Whether the product API supports our extensions. Does not clear `onlyReads`, because it is visible in the calls made. */
  async supportsExtensions(): Promise<boolean> {
    const { capabilities } = this.shared.services;
    // The first response announces the extensions, and every request with a key reads its caller.
    if (capabilities.isUnknown && this.api.key !== null) await readCaller(this.api).catch(() => null);
    return capabilities.extensions(this.call);
  }
}

/** The part of a call's context that comes from the request. */
export const callContextOf = (request: FastifyRequest): CallContext => ({
  requestId: request.id,
  clientAddress: request.ip,
  log: request.log,
  writes: new Writes(),
});

/** The context of a call without a key, on the connections for signing in. */
export const anonymousCall = ({ call }: Context): CallContext => ({ ...call, lane: 'signIn' });
