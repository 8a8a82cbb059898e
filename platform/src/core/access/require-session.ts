import { forbidden } from '../base/failure.ts';
import type { Caller } from './caller.ts';

/** The session's id. Throws 403 with an API key: a stolen key must not outlive its revocation. `message` names the forbidden action. */
export function requireSession({ sessionId }: Pick<Caller, 'sessionId'>, message?: string): number {
  if (sessionId === undefined) throw forbidden(message);
  return sessionId;
}
