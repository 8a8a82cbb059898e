import type { FastifyInstance } from 'fastify';

/** Removes ports and brackets from X-Forwarded-For, which some proxies add to each address, before anything reads it. */
export function readForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const { 'x-forwarded-for': forwarded } = headers;
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ');
  });
}

const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
