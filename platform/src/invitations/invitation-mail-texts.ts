import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, oneLine } from '../core/mail/mail-layout.ts';

/** `by` is the name of the inviting user, if known. */
const accountCreated = (by: string | null, organisation: string): string =>
  by
    ? `${oneLine(by)} created an account for you at ${oneLine(organisation)}.`
    : `An account was created for you at ${oneLine(organisation)}.`;

export const whyInvited = (organisation: string): string =>
  `You receive this email because ${oneLine(organisation)} invited you.`;

export const invitationMail = (given: Facts<'name' | 'by' | 'organisation' | 'link', { days: number }>): MailContent =>
  composeMail(
    'Your new account',
    [
      greeting(given.name),
      `${accountCreated(given.by, given.organisation)} Sign in with this email address and a password that you choose.`,
      { link: given.link, label: 'Set your password' },
      `The link works once and expires in ${many(given.days, 'day')}. After that, request a new one under “Forgot password”.`,
      'If you did not expect this, ignore this email. No one can sign in to the account until a password is set.',
    ],
    whyInvited(given.organisation),
  );

/** Recipients sign in only through the organisation's identity provider. */
export const invitationToProviderMail = (given: Facts<'name' | 'by' | 'organisation' | 'link'>): MailContent =>
  composeMail(
    'Your new account',
    [
      greeting(given.name),
      `${accountCreated(given.by, given.organisation)} To sign in through your organisation’s identity provider, enter this email address and select “Continue with single sign-on”.`,
      { link: given.link, label: 'Sign in' },
      'If you did not expect this, ignore this email.',
    ],
    whyInvited(given.organisation),
  );

/** External users need no action yet. */
export const externalInvitationMail = (given: Facts<'name' | 'by' | 'organisation'>): MailContent =>
  composeMail(
    'You were invited as an external user',
    [
      greeting(given.name),
      `${given.by ? `${oneLine(given.by)} invited you` : 'You were invited'} to work with ${oneLine(given.organisation)}. The organisation reviews the invitation first. You will receive an email when you have access.`,
      'If you did not expect this, ignore this email.',
    ],
    whyInvited(given.organisation),
  );
