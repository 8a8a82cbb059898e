import type { CallContext } from '../product-api/client.ts';
import type { SessionContent } from './seal.ts';
import type { Services } from './services.ts';

/** Revokes the session's cookie, drops its cached responses and revokes its key upstream in the background. */
export function endSession(
  { registry, ender, productApi }: Services,
  session: SessionContent,
  context: CallContext,
): void {
  const token = registry.recent(session.sid)?.token ?? session.token;
  registry.revoke(session.sid, session.abs);
  productApi.forget(session.key);
  ender.end({ key: session.key, token }, context);
}
