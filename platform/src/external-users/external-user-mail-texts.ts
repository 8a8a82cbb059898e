import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, oneLine, reasonPart } from '../core/mail/mail-layout.ts';
import { whyInvited } from '../invitations/invitation-mail-texts.ts';

/** Asks responsible users to accept an external user. */
export const externalUserReviewMail = (
  given: Facts<'name' | 'by' | 'organisation' | 'link', { email: string }>,
): MailContent =>
  composeMail(
    'An external user needs your review',
    [
      greeting(given.name),
      given.by
        ? `${oneLine(given.by)} invited ${given.email} to work with ${oneLine(given.organisation)} as an external user.`
        : `${given.email} was invited to work with ${oneLine(given.organisation)} as an external user.`,
      'They have no access until someone other than the inviter accepts them.',
      { link: given.link, label: 'Review the external user' },
      'If they should not have access, reject the invitation or ignore this email.',
    ],
    `You receive this email because you can accept external users of ${oneLine(given.organisation)}.`,
  );

export const externalUserAcceptedMail = (given: Facts<'name' | 'organisation' | 'link'>): MailContent =>
  composeMail(
    'You now have access as an external user',
    [
      greeting(given.name),
      `${oneLine(given.organisation)} accepted you as an external user. You can now work with it. Sign in as usual.`,
      { link: given.link, label: 'Sign in' },
    ],
    whyInvited(given.organisation),
  );

/** Reports a removal, withdrawal or rejection, to the user and the organisation. */
export const externalUserEndedMail = (
  given: Facts<
    'name' | 'organisation',
    { email: string; ending: 'end' | 'withdraw' | 'reject'; reason: string | null }
  >,
): MailContent =>
  composeMail(
    externalEndings[given.ending][0],
    [
      greeting(given.name),
      `${given.email} ${externalEndings[given.ending][1]} ${oneLine(given.organisation)}.`,
      ...reasonPart(given.reason),
      'No action is needed. The organisation can send a new invitation.',
    ],
    `You receive this email because you are this user, or manage the external users of ${oneLine(given.organisation)}.`,
  );

const externalEndings = {
  end: ['External user removed', 'is no longer an external user of'],
  withdraw: ['An invitation was withdrawn', 'is no longer invited as an external user of'],
  reject: ['An invitation was rejected', 'was not accepted as an external user of'],
} as const;
