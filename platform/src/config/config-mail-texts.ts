import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, many, oneLine } from '../core/mail/mail-layout.ts';

/** The passcode proves that emails arrive before the organisation requires them. */
export const configPasscodeMail = (given: {
  code: string;
  organisation: string;
  minutes: number;
}): MailContent & { kind: 'passcode' } => ({
  kind: 'passcode',
  ...composeMail('Your passcode to change the configuration', [
    `Enter this passcode to require passcodes at sign-in for the users of ${oneLine(given.organisation)}:`,
    { code: given.code },
    `It works once and expires in ${many(given.minutes, 'minute')}.`,
    'If you are not changing the configuration, end your sessions in your profile and change your password.',
  ]),
});
