import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, moment, oneLine } from '../core/mail/mail-layout.ts';

export const passwordResetMail = (
  given: Facts<'name' | 'link', { hours: number }>,
): MailContent & { kind: 'reset' } => ({
  kind: 'reset',
  ...composeMail('Set a new password', [
    greeting(given.name),
    'Someone asked to reset the password for this account.',
    { link: given.link, label: 'Set a new password' },
    `The link works once and expires in ${many(given.hours, 'hour')}. Requesting a new link cancels this one.`,
    'If it was not you, ignore this email. Your password has not changed.',
  ]),
});

export const passwordChangedMail = ({ name, at, link }: { name: string | null; at: Date; link: URL }): MailContent =>
  composeMail('Your password was changed', [
    greeting(name),
    `The password of your account was changed on ${moment(at)}. You were signed out everywhere. Sign in with the new password.`,
    'If it was not you, someone else can read your email or knew your password. Set a new password immediately and tell your Organiser.',
    { link, label: 'Set a new password' },
  ]);

export const welcomeMail = (given: { name: string | null; organisation: string | null; link: URL }): MailContent =>
  composeMail('Welcome', [
    greeting(given.name),
    `Your password is set, and your account${given.organisation ? ` at ${oneLine(given.organisation)}` : ''} is ready. Sign in with this email address and your password.`,
    { link: given.link, label: 'Sign in' },
    'If you did not set the password, set a new one under “Forgot password”. Tell the person who invited you.',
  ]);

/** Sent instead of a reset link to users who sign in without a password. */
export const signInWayMail = (given: { name: string | null; bySingleSignOn: boolean; link: URL }): MailContent =>
  composeMail('How to sign in', [
    greeting(given.name),
    'Someone asked to reset the password for this account. The account does not use a password.',
    given.bySingleSignOn
      ? 'Enter your email address on the sign-in page and select “Continue with single sign-on”. If you have forgotten the password for your identity provider, ask its administrators.'
      : 'Select “Sign in with a passkey” on the sign-in page. If you have lost your passkey, ask your Organiser to reset your second factors.',
    { link: given.link, label: 'Sign in' },
    'If it was not you, ignore this email.',
  ]);
