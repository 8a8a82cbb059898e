import { unixSeconds } from '../base/clock.ts';
import { recordTamperedCookie } from '../core/audit-refusal.ts';
import type { PendingHandover, PendingPasscode, PendingStep } from '../core/content-cipher.ts';
import type { Context } from '../core/context.ts';
import { readCookie } from '../core/cookies.ts';
import { pageHashesMatch } from './request-check.ts';

/** The pending step in the request's encrypted cookie, for any page. */
export async function readPendingStep(context: Context): Promise<PendingStep | null> {
  const { cookieHeader, services } = context;
  const cookie = readCookie(cookieHeader, '__Host-preauth');
  if (cookie === null || cookie === 'twice') return null;
  const content = await services.contentCipher.decrypt('__Host-preauth', cookie.value);
  if (content === 'tampered') recordTamperedCookie(context);
  return typeof content === 'string' ? null : content;
}

const isCurrent = ({ services }: Context, { exp }: PendingStep): boolean => unixSeconds(services.clock()) < exp;

/** The pending sign-in of this email in this browser. The page may differ, because a reload creates a new secret (PROTOCOLS 2.13). */
export const pendingPasscodeOfAnyPage = (
  context: Context,
  pending: PendingStep | null,
  email: string,
): PendingPasscode | null =>
  pending?.kind === 'passcode' && pending.email === email && isCurrent(context, pending) ? pending : null;

/** The same for steps that only the page of the first step may take. */
export const pendingPasscodeOfPage = (
  context: Context,
  pending: PendingStep | null,
  email: string,
  pageSecretHash: string,
): PendingPasscode | null => {
  const passcode = pendingPasscodeOfAnyPage(context, pending, email);
  return passcode && pageHashesMatch(passcode.page, pageSecretHash) ? passcode : null;
};

/** The secret of the sign-in that this browser has begun at a provider. The page is another one, because the provider's was between. */
export const pendingSingleSignOn = (context: Context, pending: PendingStep | null): string | null =>
  pending?.kind === 'singleSignOn' && isCurrent(context, pending) ? pending.attempt : null;

/** The session that this page may adopt. */
export const pendingHandoverIn = (
  context: Context,
  pending: PendingStep | null,
  pageSecretHash: string,
): PendingHandover | null =>
  pending?.kind === 'handover' && pageHashesMatch(pending.page, pageSecretHash) && isCurrent(context, pending)
    ? pending
    : null;

/** Revokes a pending hand-over that another step has replaced. One that is never confirmed ends upstream by its idle time, because this process does not store it. */
export function revokeReplacedHandover({ services, session, call }: Context, pending: PendingStep | null): void {
  if (pending?.kind !== 'handover' || !pending.fresh) return;
  if (session.replacesPendingStep && session.credential?.key !== pending.key)
    services.sessionRevocation.revoke(pending, call);
}
