import { unixSeconds } from '../base/clock.ts';
import { recordTamperedCookie } from '../core/audit-refusal.ts';
import type { PendingHandover, PendingPasscode, PendingStep } from '../core/content-cipher.ts';
import type { Context } from '../core/context.ts';
import { readCookie } from '../core/cookies.ts';
import { pageHashesMatch } from './request-check.ts';

export async function readPendingStep(context: Context): Promise<PendingStep | null> {
  const { cookieHeader, services } = context;
  const cookie = readCookie(cookieHeader, '__Host-preauth');
  if (cookie === null || cookie === 'twice') return null;
  const content = await services.contentCipher.decrypt('__Host-preauth', cookie.value);
  if (content === 'tampered') recordTamperedCookie(context);
  return typeof content === 'string' ? null : content;
}

const isCurrent = ({ services }: Context, { exp }: PendingStep): boolean => unixSeconds(services.clock()) < exp;

/** Pending sign-in of this email. The page can differ, because a reload creates a new secret (PROTOCOLS 2.13). */
export const pendingPasscodeOfAnyPage = (
  context: Context,
  pending: PendingStep | null,
  email: string,
): PendingPasscode | null =>
  pending?.kind === 'passcode' && pending.email === email && isCurrent(context, pending) ? pending : null;

/** Like `pendingPasscodeOfAnyPage`, for steps of the first step's page only. */
export const pendingPasscodeOfPage = (
  context: Context,
  pending: PendingStep | null,
  email: string,
  pageSecretHash: string,
): PendingPasscode | null => {
  const passcode = pendingPasscodeOfAnyPage(context, pending, email);
  return passcode && pageHashesMatch(passcode.page, pageSecretHash) ? passcode : null;
};

/** A sign-in started at a provider. The page differs, because the provider's was between. */
export const pendingSingleSignOn = (context: Context, pending: PendingStep | null) =>
  pending?.kind === 'singleSignOn' && isCurrent(context, pending) ? pending : null;

/** A sign-in of a person with another email than the entered one. */
export const pendingOtherEmail = (context: Context, pending: PendingStep | null) =>
  pending?.kind === 'otherEmail' && isCurrent(context, pending) ? pending : null;

export const pendingHandoverIn = (
  context: Context,
  pending: PendingStep | null,
  pageSecretHash: string,
): PendingHandover | null =>
  pending?.kind === 'handover' && pageHashesMatch(pending.page, pageSecretHash) && isCurrent(context, pending)
    ? pending
    : null;

/** Revokes a replaced pending handover. One that is never confirmed expires upstream, because this process does not store it. */
export function revokeReplacedHandover({ services, session, call }: Context, pending: PendingStep | null): void {
  if (pending?.kind !== 'handover' || !pending.fresh) return;
  if (session.replacesPendingStep && session.credential?.key !== pending.key)
    services.sessionRevocation.revoke(pending, call);
}
