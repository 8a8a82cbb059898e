import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { GatewaySettings } from '../base/settings.ts';

const path = '/.well-known/security.txt';

/** RFC 9116, valid for a year from the start; without a contact there is no such page. */
export function serveSecurityTxt(app: FastifyInstance, { securityContact, publicUrl }: GatewaySettings, clock: Clock) {
  if (securityContact === undefined) return;
  const expires = new Date(clock());
  expires.setUTCFullYear(expires.getUTCFullYear() + 1);
  const text = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${new URL(path, publicUrl).href}`,
    '',
  ].join('\n');
  app.get(path, (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}
