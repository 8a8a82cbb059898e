import { settingEmails } from '@console/contract/organisation-settings';
import type { MailContent } from '../access/mail-sender.ts';
import { composeMail, greeting, many, moment, oneLine } from './mail-layout.ts';

/** The passcode of a sign-in. The subject does not contain it, because subjects show on lock screens. */
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
    'If you are not signing in, someone else may know your password. Change it and tell your Organiser.',
  ]),
});

/** The passcode that turns passcodes on for an organisation. It proves that emails arrive. */
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

/** The link to set a new password. */
export const passwordResetMail = (given: {
  name: string | null;
  link: URL;
  hours: number;
}): MailContent & { kind: 'reset' } => ({
  kind: 'reset',
  ...composeMail('Set a new password', [
    greeting(given.name),
    'Someone asked to reset the password for this account.',
    { link: given.link, label: 'Set a new password' },
    `The link works once and expires in ${many(given.hours, 'hour')}. Requesting a new link cancels this one.`,
    'If it was not you, ignore this email. Your password has not changed.',
  ]),
});

/** The first sentence of an invitation to an account; `by` is the name of the inviting user, null without one. */
export const accountCreated = (by: string | null, organisation: string): string =>
  by
    ? `${oneLine(by)} created an account for you at ${oneLine(organisation)}.`
    : `An account was created for you at ${oneLine(organisation)}.`;

export const whyInvited = (organisation: string): string =>
  `You receive this email because ${oneLine(organisation)} invited you.`;

/** The invitation of a new user, with the link to set their first password. */
export const invitationMail = (given: {
  name: string | null;
  by: string | null;
  organisation: string;
  link: URL;
  days: number;
}): MailContent =>
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

/** The kind of failed attempts: passwords, one passcode after the right password, or many passcodes; the same for codes of an authenticator app. */
export type FailedAttemptKind = 'password' | 'passcode' | 'passcodes' | 'code' | 'codes';

/** The warning about failed attempts; `link` leads to the request for a new password. */
export const failedAttemptsMail = (given: {
  name: string | null;
  what: FailedAttemptKind;
  at: Date;
  link: URL;
}): MailContent =>
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

/** The notice of a changed password; `link` leads to the request for a new one. */
export const passwordChangedMail = ({ name, at, link }: { name: string | null; at: Date; link: URL }): MailContent =>
  composeMail('Your password was changed', [
    greeting(name),
    `The password of your account was changed on ${moment(at)}. You were signed out everywhere. Sign in with the new password.`,
    'If it was not you, someone else can read your email or knew your password. Set a new password immediately and tell your Organiser.',
    { link, label: 'Set a new password' },
  ]);

/** The email after the first password; `link` leads to signing in. */
export const welcomeMail = (given: { name: string | null; organisation: string | null; link: URL }): MailContent =>
  composeMail('Welcome', [
    greeting(given.name),
    `Your password is set, and your account${given.organisation ? ` at ${oneLine(given.organisation)}` : ''} is ready. Sign in with this email address and your password.`,
    { link: given.link, label: 'Sign in' },
    'If you did not set the password, set a new one under “Forgot password”. Tell the person who invited you.',
  ]);

/** The notice that an API key expires soon; `link` leads to the owner's keys. */
export const keyExpiryMail = (given: { name: string | null; key: string; at: Date; link: URL }): MailContent =>
  composeMail('Your API key expires soon', [
    greeting(given.name),
    `Your API key “${oneLine(given.key)}” expires on ${moment(given.at)}. From then on, requests with this key are rejected.`,
    'If you still need it, rotate it. You get a new key, and the old one works for another day.',
    { link: given.link, label: 'View your API keys' },
    'If you no longer need it, no action is needed.',
  ]);

const whyKeys = (organisation: string): string =>
  `You receive this email because you manage the API keys of ${oneLine(organisation)}.`;
const whatRotatingDoes =
  'You get a new key, which you give to the programs that use the old one. The old key works for another day.';

/** The notice that an API key of an organisation expires soon; `link` leads to rotating it. */
export const organisationKeyExpiryMail = (given: {
  name: string | null;
  organisation: string;
  key: string;
  at: Date;
  link: URL;
}): MailContent =>
  composeMail(
    'An API key of your organisation expires soon',
    [
      greeting(given.name),
      `The API key “${oneLine(given.key)}” of ${oneLine(given.organisation)} expires on ${moment(given.at)}. From then on, requests with this key are rejected.`,
      `If it is still needed, rotate it. ${whatRotatingDoes}`,
      { link: given.link, label: 'Rotate the key' },
      'If it is no longer needed, no action is needed.',
    ],
    whyKeys(given.organisation),
  );

/** The notice that a user who has seen the secrets of an organisation's API keys can no longer manage them; each link leads to rotating a key. */
export const keyAuthorLeftMail = (given: {
  name: string | null;
  organisation: string;
  author: string;
  keys: readonly { name: string; link: URL }[];
}): MailContent =>
  composeMail(
    'Rotate the API keys of your organisation',
    [
      greeting(given.name),
      `${given.author} can no longer manage the API keys of ${oneLine(given.organisation)}, but has seen the secrets of those below. These keys still work.`,
      `Rotate each of them. ${whatRotatingDoes}`,
      ...given.keys.map(({ name, link }) => ({ link, label: `Rotate “${oneLine(name)}”` })),
      'Revoke the keys that are no longer needed.',
    ],
    whyKeys(given.organisation),
  );

/** The email that a webhook was turned off because its deliveries failed; `link` leads to the webhooks of the organisation. */
export const webhookSwitchedOffMail = (given: {
  name: string | null;
  organisation: string;
  url: string;
  reason: 'FAILING' | 'GONE';
  days: number;
  link: URL;
}): MailContent =>
  composeMail(
    'A webhook was turned off',
    [
      greeting(given.name),
      given.reason === 'GONE'
        ? `The webhook ${given.url} of ${oneLine(given.organisation)} was turned off because its receiver responded with 410 (Gone). No further events are sent to it.`
        : `The webhook ${given.url} of ${oneLine(given.organisation)} was turned off because every delivery failed for ${given.days} days. See its deliveries for the reasons.`,
      'Once its receiver works, turn it on again. Events from while it was off are in the event feed.',
      { link: given.link, label: 'View the webhooks' },
    ],
    `You receive this email because you manage the webhooks of ${oneLine(given.organisation)}.`,
  );

/** The actions that are emailed to the users who can undo them: the subject, and what to do if the action was not expected. A new row of `noticeRules` may need one here. */
const notices = {
  ...settingEmails,
  privilegedUser: {
    subject: 'A new Organiser, Architect or Administrator',
    advice: 'Deactivate that user and the person who made the change, and end their sessions.',
  },
  singleSignOn: {
    subject: 'Single sign-on settings were changed',
    advice:
      'Enter the settings of your own identity provider again, and end the sessions of the person who made the change.',
  },
  singleSignOnSwitched: {
    subject: 'Single sign-on was turned on or off',
    advice: 'Reverse the change, and end the sessions of the person who made it.',
  },
  breakGlass: {
    subject: 'A break-glass password was used',
    advice: 'End the sessions of that account, and have its password changed.',
  },
  provisioning: {
    subject: 'Provisioning settings were changed',
    advice: 'Reverse the change, revoke the SCIM keys, and end the sessions of the person who made the change.',
  },
  passcodes: {
    subject: 'Passcodes at sign-in were turned on or off',
    advice: 'Have the change reversed, and end the sessions of the person who made it.',
  },
  sensitiveKey: {
    subject: 'An API key for sensitive changes was created',
    advice: 'Revoke the key, and end the sessions of its owner.',
  },
  webhook: {
    subject: 'A webhook was created or its URL changed',
    advice: 'Delete the webhook, and end the sessions of the person who made the change.',
  },
  factorsReset: {
    subject: 'The second factors of a user were reset',
    advice: 'Have the user change their password, and end the sessions of the person who reset them.',
  },
  providerLinkReplaced: {
    subject: 'A user was linked to a new identity provider account',
    advice: 'Deactivate that user, and do not confirm any of their API keys.',
  },
  accountReset: {
    subject: 'Your identity provider created a former user again',
    advice: 'Deactivate that user, and check your identity provider.',
  },
  largeExport: {
    subject: 'A large list was exported',
    advice:
      'End the sessions of the person who exported it and revoke their API keys. Downloaded data cannot be recalled.',
  },
} as const;

/** A kind of action that users are notified of by email. */
export type NoticeKind = keyof typeof notices;

/**
 * The notice of important actions, for the users who can undo them. `organisation` is null for all Administrators, `count` is the number of actions of which
 * `sentences` are the first. `isLast`: further actions within the hour come in one email.
 */
export const noticeMail = (given: {
  name: string | null;
  kind: NoticeKind;
  organisation: string | null;
  sentences: readonly string[];
  count: number;
  isLast: boolean;
  link: URL;
}): MailContent => {
  const { subject, advice } = notices[given.kind];
  const audience =
    given.organisation === null ? 'All Administrators' : `All Organisers of ${oneLine(given.organisation)}`;
  return composeMail(
    subject,
    [
      greeting(given.name),
      ...(given.count > given.sentences.length ? [`There were ${given.count} such actions. These are the first:`] : []),
      ...given.sentences,
      ...(given.isLast ? ['If there are more within the hour, you will receive them in one email.'] : []),
      'If you know the reason, no action is needed.',
      `If you do not, ask the person who did it, by phone rather than email. If it was not them, an account may be compromised. ${advice}`,
      { link: given.link, label: 'View the activity log' },
    ],
    `${audience} receive this email, including the person who made the change.`,
  );
};
