import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from '../settings.ts';

const year = 365 * 24 * 60 * 60;

/** Nothing may run, load or frame what is no page. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The page's content security policy; the nonce lets the styles of this one answer in. */
export function pagePolicy(styleNonce: string, { imageHosts }: GatewaySettings): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    ["img-src 'self' data:", ...imageHosts].join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The headers that every answer has; pages and files bring a policy of their own. */
export async function securityHeaders(app: FastifyInstance, settings: GatewaySettings): Promise<void> {
  const https = settings.publicUrl.protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: year, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', inertPolicy);
  });
}
