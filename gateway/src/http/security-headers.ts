import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { GatewaySettings } from '../base/settings.ts';
import { brandLogoOrigins } from './brand.ts';

const year = 365 * 24 * 60 * 60;

/** The policy for responses that are no page. */
export const inertContentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'";

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

/** The headers of every response, with its request id; pages and files set a policy of their own. */
export function securityHeaders(app: FastifyInstance, settings: GatewaySettings): void {
  const https = settings.publicUrl.protocol === 'https:';
  const sets = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: year, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  // The headers are the same for every response, so they are computed once.
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request).setHeader('content-security-policy', inertContentSecurityPolicy);
  sets(request, answer, () => undefined);
  const headers = answer.getHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
