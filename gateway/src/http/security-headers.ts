import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { GatewaySettings } from '../base/settings.ts';
import { brandLogoOrigins } from './brand.ts';

const year = 365 * 24 * 60 * 60;

/** The policy for responses that are no page. */
const inertContentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The page's content security policy; the nonce allows this response's inline styles. */
export function pageContentSecurityPolicy(styleNonce: string, settings: GatewaySettings): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    ["img-src 'self' data:", ...settings.imageHosts, ...brandLogoOrigins(settings)].join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The headers of every response; pages and files set a policy of their own. They are the same each time, so they are computed once. */
export function securityHeadersOf(settings: GatewaySettings): OutgoingHttpHeaders {
  const https = settings.publicUrl.protocol === 'https:';
  const sets = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: year, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request).setHeader('content-security-policy', inertContentSecurityPolicy);
  sets(request, answer, () => undefined);
  return answer.getHeaders();
}

/** Sets the headers and the request's id on every response. */
export function securityHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
