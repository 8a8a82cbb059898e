import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, moment, oneLine } from '../core/mail/mail-layout.ts';

export const passkeyAddedMail = (
  given: Facts<'name' | 'address' | 'at' | 'link', { passkeyName: string }>,
): MailContent =>
  composeMail('A passkey was added to your account', [
    greeting(given.name),
    `On ${moment(given.at)}, the passkey “${oneLine(given.passkeyName)}” was added to your account from the IP address ${given.address}. It can be used to sign in without your password.`,
    'If it was you, no action is needed.',
    'If it was not you, remove the passkey, change your password immediately and tell your Organiser.',
    { link: given.link, label: 'View your passkeys' },
  ]);
