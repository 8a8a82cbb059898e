import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, oneLine } from '../core/mail/mail-layout.ts';

/** Most emails that are listed. */
const listed = 10;

export const usersTakenOverMail = (
  given: Facts<
    'name' | 'organisation',
    {
      former: string /** At least one. */;
      emails: readonly string[] /** Whether the recipient belongs to the former organisation. */;
      isFormer: boolean;
    }
  >,
): MailContent => {
  const { emails, isFormer } = given;
  const [organisation, former] = [oneLine(given.organisation), oneLine(given.former)];
  const rest = emails.length - listed;
  return composeMail(
    `${emails.length === 1 ? 'A user has' : 'Users have'} moved to another organisation`,
    [
      greeting(given.name),
      `${organisation} took over ${many(emails.length, 'user')} of ${former} who had never signed in:`,
      [...emails.slice(0, listed), ...(rest > 0 ? [`and ${many(rest, 'other')}`] : [])].join(', '),
      `They now belong to ${organisation}, because it has verified their email domain. Their links, responsibilities and assessments at ${former} have ended.`,
      'After three of these emails within an hour, further moves are only in the activity log.',
      isFormer
        ? `If you still want to work with them, invite them as external users. If you did not expect this, ask ${organisation}.`
        : `If you did not expect this, check the activity log of ${organisation}.`,
    ],
    `You receive this email because you manage the users of ${isFormer ? former : organisation}.`,
  );
};

export const signInBlockedMail = (
  given: Facts<
    'name' | 'organisation' | 'link',
    {
      /** Name and email of the user. */ person: string;
    }
  >,
): MailContent => {
  const [organisation, person] = [oneLine(given.organisation), oneLine(given.person)];
  return composeMail(
    'A user could not be deactivated',
    [
      greeting(given.name),
      `The identity provider of ${organisation} asked to deactivate ${person}. This user is a responder in another module, so they are still active.`,
      'They were signed out everywhere and cannot sign in.',
      'Assign another responder in that module. The user is then deactivated within a few minutes.',
      'If the user is still needed, change this at the identity provider, or unblock their sign-in on their page.',
      { link: given.link, label: 'View the user' },
    ],
    `You receive this email because you manage the users of ${organisation}.`,
  );
};
