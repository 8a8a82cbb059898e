import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CallContext } from './product-api/client.ts';
import { RequestCalls } from './product-api/request-calls.ts';
import type { Services } from './services.ts';
import type { RequestSession } from './session/request-session.ts';

/** What every resolver has of its request. */
export interface Context {
  services: Services;
  session: RequestSession;
  /** The product API as the caller. Signing in changes who that is. */
  api: RequestCalls;
  /** What goes along with a call that is made as nobody, or in the background. */
  call: CallContext;
  cookieHeader: string | undefined;
  /** The token that let a request with files in without a session; null for every other request. */
  onboardingToken: string | null;
  log: FastifyBaseLogger;
}

/** What a request tells the product API about itself. */
export const callContextOf = (request: FastifyRequest): CallContext => ({
  requestId: request.id,
  clientAddress: request.ip,
  log: request.log,
});

export function contextOf(request: FastifyRequest, services: Services, session: RequestSession): Context {
  const call = callContextOf(request);
  return {
    services,
    session,
    api: new RequestCalls(services.productApi, call, session.credential),
    call,
    cookieHeader: request.headers.cookie,
    onboardingToken: request.onboardingToken,
    log: request.log,
  };
}

/** Calls that go out without any key, on the connections of signing in. */
export const asNobody = ({ call }: Context): CallContext => ({ ...call, lane: 'signIn' });
