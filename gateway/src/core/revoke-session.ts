import type { CallContext } from '../product-api/call-context.ts';
import type { SessionContent } from './content-cipher.ts';
import type { Services } from './services.ts';

/** Revokes the cookie, drops cached responses and revokes the key upstream in the background. */
export function revokeSession(
  { sessionRegistry, sessionRevocation, productApi }: Services,
  session: SessionContent,
  context: CallContext,
): void {
  const token = sessionRegistry.recentToken(session.sid)?.token ?? session.token;
  sessionRegistry.revoke(session.sid, session.abs);
  productApi.dropCached(session.key);
  sessionRevocation.revoke({ key: session.key, token }, context);
}
