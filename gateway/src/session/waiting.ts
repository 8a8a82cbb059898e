import { secondsOf } from '../base/clock.ts';
import { recordTampering } from '../core/audit-refusal.ts';
import type { Context } from '../core/context.ts';
import { readCookie } from '../core/cookies.ts';
import type { HandoverWait, PasscodeWait, PreauthContent } from '../core/seal.ts';
import { samePage } from './check.ts';

/** What the request's sealed cookie says is waiting for a next step, whoever asks. */
export async function readWaiting(context: Context): Promise<PreauthContent | null> {
  const { cookieHeader, services } = context;
  const cookie = readCookie(cookieHeader, '__Host-preauth');
  if (cookie === null || cookie === 'twice') return null;
  const content = await services.sealer.unseal('__Host-preauth', cookie.value);
  if (content === 'tampered') recordTampering(context);
  return typeof content === 'string' ? null : content;
}

const isCurrent = ({ services }: Context, { exp }: PreauthContent): boolean => secondsOf(services.clock()) < exp;

/** The sign-in under way in this browser for this email. The page that began it may be gone: a reload makes a new secret (PROTOCOLS 2.13). */
export const passcodeWaitIn = (
  context: Context,
  waiting: PreauthContent | null,
  account: string,
): PasscodeWait | null =>
  waiting?.kind === 'passcode' && waiting.email === account && isCurrent(context, waiting) ? waiting : null;

/** The same for the steps that only the page which began the sign-in may take. */
export const passcodeWaitOfPage = (
  context: Context,
  waiting: PreauthContent | null,
  account: string,
  page: string,
): PasscodeWait | null => {
  const found = passcodeWaitIn(context, waiting, account);
  return found && samePage(found.page, page) ? found : null;
};

/** The session that this page may take over. */
export const handoverWaitIn = (context: Context, waiting: PreauthContent | null, page: string): HandoverWait | null =>
  waiting?.kind === 'handover' && samePage(waiting.page, page) && isCurrent(context, waiting) ? waiting : null;

/**
 * Ends a session upstream that was handed on, and that another step took the place of. One that nobody asks about again ends there by its idle time:
 * this process keeps nothing that could remind it.
 */
export function endForgotten({ services, session, call }: Context, waiting: PreauthContent | null): void {
  if (waiting?.kind !== 'handover' || !waiting.fresh) return;
  if (session.replacesWaiting && session.credential?.key !== waiting.key) services.ender.end(waiting, call);
}
