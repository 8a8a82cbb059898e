import { isInNetworks, parseNetworks } from '@console/server-base/networks';
import { isServerFailure } from '@console/server-base/server-failure';
import type { ServerTraces } from '@console/server-base/traces';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from './base/settings.ts';

function trustedProxies({ trustProxy }: Pick<GatewaySettings, 'trustProxy'>): (address: string) => boolean {
  if (typeof trustProxy === 'function') return (address) => trustProxy(address, 0);
  const networks = trustProxy ? parseNetworks(trustProxy.join(',')) : null;
  return (address) => networks !== null && isInNetworks(networks, address);
}

/** Begins a span per request, in a trusted proxy's trace only, and ends it with the response. */
export function traceRequests(app: FastifyInstance, traces: ServerTraces, settings: GatewaySettings): void {
  const isTrusted = trustedProxies(settings);
  traces.logTo(app.log);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, socket, routeOptions } = request;
    const { url: route = '*' } = routeOptions;
    if (!route.startsWith('/health/')) {
      const { traceparent } = headers;
      const isOfProxy = typeof traceparent === 'string' && isTrusted(socket.remoteAddress ?? '');
      const span = traces.begin(`${method} ${route}`, isOfProxy ? traceparent : undefined);
      request.spans = { request: span, innermost: span };
    }
    done();
  });
  app.addHook('onResponse', ({ spans, method, routeOptions }, { statusCode }, done) => {
    spans?.request.end(
      {
        'http.request.method': method,
        'http.route': routeOptions.url ?? '*',
        'http.response.status_code': statusCode,
      },
      isServerFailure(statusCode),
    );
    done();
  });
}
