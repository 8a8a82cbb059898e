import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request's `x-request-id` if it has 1 to 128 letters, digits and `_.:-`; otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
