import { forbidden } from '../base/failure.ts';
import type { Caller } from './caller.ts';

/** The id of the caller's session. Throws 403 with an API key: one that was stolen must not outlive its revocation, and no person is present. `message` says what a key may not do. */
export function requireSession({ sessionId }: Pick<Caller, 'sessionId'>, message?: string): number {
  if (sessionId === undefined) throw forbidden(message);
  return sessionId;
}
