import { isServerFailure } from '@console/server-base/server-failure';
import type { ServerTraces } from '@console/server-base/traces';
import type { FastifyInstance } from 'fastify';
import { isTrustedGateway } from './core/base/client-address.ts';
import { runInSpan } from './core/base/request-span.ts';
import type { PlatformSettings } from './core/base/settings.ts';

/** Begins a span per request, in a trusted gateway's trace, and ends it with the response. */
export function traceRequests(
  app: FastifyInstance,
  traces: ServerTraces,
  { trustedGateways }: Pick<PlatformSettings, 'trustedGateways'>,
): void {
  traces.logTo(app.log);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '*', config } = request.routeOptions;
    if (route.startsWith('/health/')) return done();
    const { traceparent } = request.headers;
    const isOfGateway = typeof traceparent === 'string' && isTrustedGateway(request, trustedGateways);
    request.span = traces.begin(config.call ?? 'other', isOfGateway ? traceparent : undefined);
    runInSpan(request.span, done);
  });
  // The body was read in between, where the connection has no span.
  app.addHook('preValidation', ({ span }, _reply, done) => (span ? runInSpan(span, done) : done()));
  app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
    const { url: route = '*', config } = routeOptions;
    span?.end(
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'console.call': config.call ?? 'other',
      },
      isServerFailure(statusCode),
    );
    done();
  });
}
