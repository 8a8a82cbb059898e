import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request's `x-request-id`; a new one without it, and for one that is not 1 to 128 letters, digits and `_.:-`. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
