import { secondsOf } from '../base/clock.ts';
import { recordTampering } from '../core/audit-refusal.ts';
import type { Context } from '../core/context.ts';
import { readCookie } from '../core/cookies.ts';
import type { PendingHandover, PendingPasscode, PendingStep } from '../core/seal.ts';
import { isSamePage } from './request-check.ts';

/** The pending step in the request's sealed cookie, for any page. */
export async function readPendingStep(context: Context): Promise<PendingStep | null> {
  const { cookieHeader, services } = context;
  const cookie = readCookie(cookieHeader, '__Host-preauth');
  if (cookie === null || cookie === 'twice') return null;
  const content = await services.sealer.unseal('__Host-preauth', cookie.value);
  if (content === 'tampered') recordTampering(context);
  return typeof content === 'string' ? null : content;
}

const isCurrent = ({ services }: Context, { exp }: PendingStep): boolean => secondsOf(services.clock()) < exp;

/** The pending sign-in of this email in this browser. The page may differ, because a reload creates a new secret (PROTOCOLS 2.13). */
export const pendingPasscodeIn = (
  context: Context,
  waiting: PendingStep | null,
  account: string,
): PendingPasscode | null =>
  waiting?.kind === 'passcode' && waiting.email === account && isCurrent(context, waiting) ? waiting : null;

/** The same for steps that only the page of the first step may take. */
export const pendingPasscodeOfPage = (
  context: Context,
  waiting: PendingStep | null,
  account: string,
  page: string,
): PendingPasscode | null => {
  const found = pendingPasscodeIn(context, waiting, account);
  return found && isSamePage(found.page, page) ? found : null;
};

/** The session that this page may adopt. */
export const pendingHandoverIn = (
  context: Context,
  waiting: PendingStep | null,
  page: string,
): PendingHandover | null =>
  waiting?.kind === 'handover' && isSamePage(waiting.page, page) && isCurrent(context, waiting) ? waiting : null;

/** Revokes a pending hand-over that another step has replaced. One that is never confirmed ends upstream by its idle time, because this process does not store it. */
export function revokeReplacedHandover({ services, session, call }: Context, waiting: PendingStep | null): void {
  if (waiting?.kind !== 'handover' || !waiting.fresh) return;
  if (session.replacesPendingStep && session.credential?.key !== waiting.key)
    services.sessionRevocation.revoke(waiting, call);
}
