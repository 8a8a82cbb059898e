import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CallContext } from '../product-api/client.ts';
import { fileAddress } from '../product-api/file-address.ts';
import { readCaller } from '../product-api/reads.ts';
import { RequestCalls } from '../product-api/request-calls.ts';
import { Writes } from '../product-api/writes.ts';
import type { RequestSession } from './request-session.ts';
import type { Services } from './services.ts';

/** What every resolver has of its request. */
export class Context {
  /** The product API as the caller. Signing in changes who that is. */
  api: RequestCalls;
  /** What goes along with a call that is made as nobody, or in the background. */
  readonly call: CallContext;
  /** The token that let a request with files in without a session; null for every other request. */
  readonly onboardingToken: string | null;
  /** Whether the result so far was made of nothing but what `api` has read: the same answers make the same result. */
  readsAlone = true;
  /** The whole answer, when it is one that was sent before. */
  readonly answer: { bytes: Buffer | null } = { bytes: null };
  // Apollo copies the properties of a context, and would leave truly private ones behind.
  private readonly found: { services: Services; session: RequestSession; cookieHeader: string | undefined };

  constructor(request: FastifyRequest, services: Services, session: RequestSession) {
    this.found = { services, session, cookieHeader: request.headers.cookie };
    this.call = callContextOf(request);
    this.api = new RequestCalls(services.productApi, this.call, session.credential);
    this.onboardingToken = request.onboardingToken;
  }

  /** Clocks, counters, kept lists: whoever looks at them makes a result of this moment. The settings stand in `api` as well. */
  get services(): Services {
    this.readsAlone = false;
    return this.found.services;
  }

  get session(): RequestSession {
    this.readsAlone = false;
    return this.found.session;
  }

  get cookieHeader(): string | undefined {
    this.readsAlone = false;
    return this.found.cookieHeader;
  }

  /** Whose calls are counted: a user with a session, or a hash of the key. */
  get countedAs(): string {
    const { key } = this.api;
    return (
      this.session.current?.uid ??
      createHash('sha256')
        .update(key ?? '')
        .digest('base64url')
    );
  }

  get log(): FastifyBaseLogger {
    return this.call.log;
  }

  /** Where the caller's page may fetch a file that an answer names; null for an address that is not allowed. */
  fileAddress(address: unknown): string | null | Promise<string> {
    const { settings, pictures } = this.found.services;
    const { key } = this.api;
    return fileAddress(address, settings) ?? (key === null ? null : pictures.addressOf(address, key));
  }

  /** Whether the product API knows our extensions. It shows in what is asked, and so in what is read. */
  async extended(): Promise<boolean> {
    const { capabilities } = this.found.services;
    // The first answer tells whether it announces them, and who asks is read by every request with a key.
    if (capabilities.isUnknown && this.api.key !== null) await readCaller(this.api).catch(() => null);
    return capabilities.extensions(this.call);
  }
}

/** What a request tells the product API about itself. */
export const callContextOf = (request: FastifyRequest): CallContext => ({
  requestId: request.id,
  clientAddress: request.ip,
  log: request.log,
  writes: new Writes(),
});

/** Calls that go out without any key, on the connections of signing in. */
export const asNobody = ({ call }: Context): CallContext => ({ ...call, lane: 'signIn' });
