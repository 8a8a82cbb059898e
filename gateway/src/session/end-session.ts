import type { CallContext } from '../product-api/client.ts';
import type { Services } from '../services.ts';
import type { SessionContent } from './seal.ts';

/** Refuses the session's cookie from now on, and has its key ended upstream in the background. */
export function endSession({ registry, ender }: Services, session: SessionContent, context: CallContext): void {
  const token = registry.recent(session.sid)?.token ?? session.token;
  registry.revoke(session.sid, session.abs);
  ender.end({ key: session.key, token }, context);
}
