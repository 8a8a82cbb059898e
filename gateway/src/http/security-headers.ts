import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { GatewaySettings } from '../base/settings.ts';
import { brandLogoOrigins } from './brand.ts';

const year = 365 * 24 * 60 * 60;

const inertContentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Policy of a page; the nonce allows this response's inline styles. */
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

/** Headers of every response, computed once; pages and files set their own policy. */
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

export function securityHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
