import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, moment, oneLine } from '../core/mail/mail-layout.ts';

/** `by` is the name of another user who made the copy; `link` leads to the profile. */
export const dataCopiedMail = (given: Facts<'name' | 'by' | 'at' | 'link'>): MailContent =>
  composeMail('Your personal data was downloaded', [
    greeting(given.name),
    `On ${moment(given.at)}, ${given.by === null ? 'a copy of your personal data was downloaded with your account' : `${oneLine(given.by)} downloaded a copy of your personal data`}.`,
    given.by === null
      ? 'If it was you, no action is needed.'
      : 'Users with this right do so when you ask for your data. If you did not ask for it, tell your Organiser.',
    ...(given.by === null
      ? ['If it was not you, change your password immediately, end all other sessions and tell your Organiser.']
      : []),
    { link: given.link, label: 'Open your profile' },
  ]);
