import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, moment } from '../core/mail/mail-layout.ts';

/** The subject does not contain the passcode, because subjects show on lock screens. */
export const passcodeMail = ({
  code,
  minutes,
}: {
  code: string;
  minutes: number;
}): MailContent & { kind: 'passcode' } => ({
  kind: 'passcode',
  ...composeMail('Your sign-in passcode', [
    'Your sign-in passcode is:',
    { code },
    `It works once and expires in ${many(minutes, 'minute')}. No one will ever ask you for it by phone or email.`,
    'If you are not signing in, someone else might know your password. Change it and tell your Organiser.',
  ]),
});

/** Causes of a lockout: wrong passwords, wrong tries of one passcode after the right password, or many passcodes; likewise for codes of an app. */
export type FailedAttemptKind = 'password' | 'passcode' | 'passcodes' | 'code' | 'codes';

/** `link` leads to the request for a new password. */
export const failedAttemptsMail = (given: Facts<'name' | 'at' | 'link', { what: FailedAttemptKind }>): MailContent =>
  composeMail('Someone tried to sign in to your account', [
    greeting(given.name),
    `On ${moment(given.at)}, ${guessed[given.what]}`,
    given.what === 'password'
      ? 'If it was you, wait a moment and try again, or set a new password.'
      : 'If it was you, no action is needed. If not, someone knows your password. Set a new one immediately and tell your Organiser.',
    { link: given.link, label: 'Set a new password' },
  ]);

const guessed: Record<FailedAttemptKind, string> = {
  password:
    'a wrong password was entered for your account many times in a row. After each further wrong password, there is a longer wait before the next attempt.',
  passcode:
    'your password was entered, followed by a wrong passcode several times in a row. That passcode no longer works.',
  passcodes:
    'your password was entered, followed by many wrong passcodes. No passcode is sent or accepted for a while. Each further wrong passcode starts another wait. Setting a new password ends the wait.',
  code: 'your password was entered, followed by a wrong code from your authenticator app several times in a row. That sign-in has ended.',
  codes:
    'your password was entered, followed by many wrong codes from your authenticator app. No code is accepted for a while. Each further wrong code starts another wait. Setting a new password ends the wait.',
};

/** `link` leads to the sessions. */
export const newDeviceMail = (given: Facts<'name' | 'browser' | 'system' | 'address' | 'at' | 'link'>): MailContent =>
  composeMail('Sign-in from a new device', [
    greeting(given.name),
    `On ${moment(given.at)}, someone signed in to your account with ${given.browser ?? 'an unknown browser'} on ${given.system ?? 'an unknown system'}, from the IP address ${given.address}.`,
    'If it was you, no action is needed.',
    'If it was not you, someone else knows your password. Change it immediately, which ends every session, and tell your Organiser.',
    { link: given.link, label: 'View your sessions' },
  ]);
