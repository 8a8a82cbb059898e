import type { MailContent, MailPart } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, firstAndLast, greeting, many, moment, oneLine } from '../core/mail/mail-layout.ts';

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

/** The user's API keys that still work, oldest first. `link` leads to them. */
interface UsableKeys {
  names: readonly string[];
  link: URL;
}

function usableKeyParts({ names, link }: UsableKeys): MailPart[] {
  if (names.length === 0) return [];
  const named = firstAndLast(names).map((name) => `“${oneLine(name)}”`);
  const others = names.length - named.length;
  const left = others > 0 ? ` The account has ${many(others, 'more usable key')}.` : '';
  return [
    `A new password does not end API keys. These keys of your account still work: ${named.join(', ')}.${left} Revoke each key that you do not need or did not create.`,
    { link, label: 'View your API keys' },
  ];
}

export const passwordChangedMail = (given: {
  name: string | null;
  at: Date;
  link: URL;
  keys: UsableKeys;
}): MailContent =>
  composeMail('Your password was changed', [
    greeting(given.name),
    `The password of your account was changed on ${moment(given.at)}. You were signed out everywhere. Sign in with the new password.`,
    'If it was not you, someone else can read your email or knew your password. Set a new password immediately and tell your Organiser.',
    { link: given.link, label: 'Set a new password' },
    ...usableKeyParts(given.keys),
  ]);

/** A user without a password can have API keys, after signing in through an identity provider. */
export const welcomeMail = (given: {
  name: string | null;
  organisation: string | null;
  link: URL;
  keys: UsableKeys;
}): MailContent =>
  composeMail('Welcome', [
    greeting(given.name),
    `Your password is set, and your account${given.organisation ? ` at ${oneLine(given.organisation)}` : ''} is ready. Sign in with this email address and your password.`,
    { link: given.link, label: 'Sign in' },
    'If you did not set the password, set a new one under “Forgot password”. Tell the person who invited you.',
    ...usableKeyParts(given.keys),
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
