import { composeMail, greeting, type MailText, many, moment, oneLine } from './mail-layout.ts';

/** The passcode of a sign-in. The subject does not contain it, because subjects show on lock screens. */
export const passcodeMail = ({
  code,
  minutes,
}: {
  code: string;
  minutes: number;
}): MailText & { kind: 'passcode' } => ({
  kind: 'passcode',
  ...composeMail('Your passcode for signing in', [
    'Your passcode for signing in is:',
    { code },
    `It works once, within ${many(minutes, 'minute')}. Nobody will ever ask you for it by telephone or mail.`,
    'If you are not signing in, somebody else may know your password: change it and tell your organiser.',
  ]),
});

/** The passcode that switches passcodes on for an organisation: it proves that mails arrive. */
export const configPasscodeMail = (given: {
  code: string;
  organisation: string;
  minutes: number;
}): MailText & { kind: 'passcode' } => ({
  kind: 'passcode',
  ...composeMail('Your passcode for the configuration', [
    `Enter this passcode to require passcodes of the users of ${oneLine(given.organisation)}:`,
    { code: given.code },
    `It works once, within ${many(given.minutes, 'minute')}.`,
    'If you are not changing the configuration, end your sessions in your profile and change your password.',
  ]),
});

/** The link to set a new password. */
export const passwordResetMail = (given: {
  name: string | null;
  link: URL;
  hours: number;
}): MailText & { kind: 'reset' } => ({
  kind: 'reset',
  ...composeMail('Set a new password', [
    greeting(given.name),
    'Somebody, probably you, asked for a link to set a new password for this email.',
    { link: given.link, label: 'Set a new password' },
    `The link works once, within ${many(given.hours, 'hour')}. A newer link ends it.`,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ]),
});

/** The invitation of a new user, with the link to set their first password. */
export const invitationMail = (given: {
  name: string | null;
  organisation: string;
  link: URL;
  days: number;
}): MailText =>
  composeMail('Your new account', [
    greeting(given.name),
    `An account was made for you at ${oneLine(given.organisation)}. You sign in with this email and a password of your own.`,
    { link: given.link, label: 'Set your password' },
    `The link works once, within ${many(given.days, 'day')}. After that, ask for a new one under “Forgot password”.`,
    'If you did not expect this, there is nothing to do: without a password nobody can sign in.',
  ]);

/** The invitation to onboard an organisation. */
export const onboardingMail = (given: { organisation: string; link: URL; days: number }): MailText =>
  composeMail('Add your organisation', [
    'Hello,',
    `${oneLine(given.organisation)} would like to work with your organisation here. Tell us about it and about yourself; a link to set your password comes afterwards.`,
    { link: given.link, label: 'Add your organisation' },
    `The link works for ${many(given.days, 'day')}. A newer link ends it.`,
    'If you did not expect this, there is nothing to do.',
  ]);

/** The request of another organisation for a mapping. */
export const mappingRequestMail = (given: { name: string | null; organisation: string; link: URL }): MailText =>
  composeMail('A mapping request waits for you', [
    greeting(given.name),
    `${oneLine(given.organisation)} would like to work with your organisation. It waits until you accept or reject it.`,
    { link: given.link, label: 'See the request' },
    'If you do not know them, reject it: they see nothing of your organisation but its name and who was asked.',
  ]);

/** The answer to a mapping request, with a link to the mappings. */
export const mappingAnsweredMail = (given: {
  name: string | null;
  organisation: string;
  accepted: boolean;
  reason?: string | null;
  link: URL;
}): MailText =>
  composeMail(given.accepted ? 'Your mapping request was accepted' : 'Your mapping request was rejected', [
    greeting(given.name),
    `${oneLine(given.organisation)} has ${given.accepted ? 'accepted' : 'rejected'} the request to work with your organisation.`,
    ...reasonPart(given.reason),
    { link: given.link, label: 'See your mappings' },
  ]);

/** The end of a mapping, or the withdrawal of a request, for both sides. */
export const mappingEndedMail = (given: {
  name: string | null;
  by: string;
  other: string;
  ending: 'end' | 'withdraw';
  reason: string | null;
  link: URL;
}): MailText =>
  composeMail(given.ending === 'end' ? 'A mapping was ended' : 'A mapping request was withdrawn', [
    greeting(given.name),
    given.ending === 'end'
      ? `${oneLine(given.by)} has ended the mapping with ${oneLine(given.other)}.`
      : `${oneLine(given.by)} has withdrawn the mapping request to ${oneLine(given.other)}.`,
    ...reasonPart(given.reason),
    { link: given.link, label: 'See your mappings' },
    'There is nothing to do. Either organisation may ask again.',
  ]);

/** The request to accept an external user, for responsible users. */
export const externalUserReviewMail = (given: {
  name: string | null;
  email: string;
  organisation: string;
  link: URL;
}): MailText =>
  composeMail('An external user waits for you', [
    greeting(given.name),
    `${given.email} was invited to work with ${oneLine(given.organisation)} as an external user. They wait until you have looked at their details.`,
    { link: given.link, label: 'Add user details' },
    'If they should not be let in, there is nothing to do.',
  ]);

/** The invitation of an external user, who has nothing to do yet. */
export const externalInvitationMail = (given: { name: string | null; organisation: string }): MailText =>
  composeMail('You were invited as an external user', [
    greeting(given.name),
    `You were invited to work with ${oneLine(given.organisation)}. They look at it first; a mail tells you when you are let in.`,
    'If you did not expect this, there is nothing to do.',
  ]);

/** The acceptance of an external user. */
export const externalUserAcceptedMail = (given: { name: string | null; organisation: string; link: URL }): MailText =>
  composeMail('You were let in as an external user', [
    greeting(given.name),
    `You can work with ${oneLine(given.organisation)} from now on. You sign in as always.`,
    { link: given.link, label: 'Sign in' },
  ]);

/** The end of what an external user was accepted or invited for, for the user and the organisation. */
export const externalUserEndedMail = (given: {
  name: string | null;
  email: string;
  organisation: string;
  ending: 'end' | 'withdraw' | 'reject';
  reason: string | null;
}): MailText =>
  composeMail(externalEndings[given.ending][0], [
    greeting(given.name),
    `${given.email} ${externalEndings[given.ending][1]} ${oneLine(given.organisation)}.`,
    ...reasonPart(given.reason),
    'There is nothing to do. The organisation may invite again.',
  ]);

const externalEndings = {
  end: ['The work of an external user was ended', 'does not work any more as an external user of'],
  withdraw: ['An invitation was withdrawn', 'is not invited any more as an external user of'],
  reject: ['An invitation was rejected', 'was not accepted as an external user of'],
} as const;

/** The kind of failed attempts: passwords, one passcode after the right password, or many passcodes; the same for codes of an authenticator app. */
export type FailedAttemptKind = 'password' | 'passcode' | 'passcodes' | 'code' | 'codes';

/** The warning about failed attempts; `link` leads to the request for a new password. */
export const failedAttemptsMail = (given: {
  name: string | null;
  what: FailedAttemptKind;
  at: Date;
  link: URL;
}): MailText =>
  composeMail('Somebody tried to sign in to your account', [
    greeting(given.name),
    `On ${moment(given.at)} ${guessed[given.what]}`,
    given.what === 'password'
      ? 'If it was you, there is nothing to do: wait a moment, or set a new password.'
      : 'If it was you, there is nothing to do. If not, somebody knows your password: set a new one at once, and tell your organiser.',
    { link: given.link, label: 'Set a new password' },
  ]);

const guessed: Record<FailedAttemptKind, string> = {
  password:
    'a wrong password was entered for your account many times in a row. Signing in has to wait a while after each further one.',
  passcode:
    'your password was entered, and then a wrong passcode several times in a row. That passcode no longer works.',
  passcodes:
    'your password was entered, and then one wrong passcode after another. No passcode is sent or accepted for a while now, nor after each further wrong one; a new password ends the wait.',
  code: 'your password was entered, and then a wrong code of your authenticator app several times in a row. That sign-in has ended.',
  codes:
    'your password was entered, and then one wrong code of your authenticator app after another. No code is accepted for a while now, nor after each further wrong one; a new password ends the wait.',
};

/** The notice of a changed password; `link` leads to the request for a new one. */
export const passwordChangedMail = ({ name, at, link }: { name: string | null; at: Date; link: URL }): MailText =>
  composeMail('Your password was changed', [
    greeting(name),
    `The password of your account was changed on ${moment(at)}. You were signed out everywhere; sign in with the new password.`,
    'If it was not you, somebody else can read your mail or knew your password. Set a new password at once, and tell your organiser:',
    { link, label: 'Set a new password' },
  ]);

/** The mail after the first password; `link` leads to signing in. */
export const welcomeMail = (given: { name: string | null; organisation: string | null; link: URL }): MailText =>
  composeMail('Welcome', [
    greeting(given.name),
    `Your password is set, and your account${given.organisation ? ` at ${oneLine(given.organisation)}` : ''} is ready. You sign in with this email and your password.`,
    { link: given.link, label: 'Sign in' },
    'If it was not you who set the password, tell the person who invited you, and set a new one under “Forgot password”.',
  ]);

/** The notice that an API key expires soon; `link` leads to the owner's keys. */
export const keyExpiryMail = (given: { name: string | null; key: string; at: Date; link: URL }): MailText =>
  composeMail('Your API key expires soon', [
    greeting(given.name),
    `Your API key “${oneLine(given.key)}” expires on ${moment(given.at)}. Programs that use it are refused from then on.`,
    'If you still need it, rotate it: you get a new key, and the old one works for another day.',
    { link: given.link, label: 'See your API keys' },
    'If you do not need it any more, there is nothing to do.',
  ]);

/** The mail that a webhook was switched off because its deliveries failed; `link` leads to the webhooks of the organisation. */
export const webhookSwitchedOffMail = (given: {
  name: string | null;
  organisation: string;
  url: string;
  reason: 'FAILING' | 'GONE';
  days: number;
  link: URL;
}): MailText =>
  composeMail('A webhook was switched off', [
    greeting(given.name),
    given.reason === 'GONE'
      ? `The webhook ${given.url} of ${oneLine(given.organisation)} was switched off, because its receiver answered 410 (Gone): it takes no more events.`
      : `The webhook ${given.url} of ${oneLine(given.organisation)} was switched off: for ${given.days} days every delivery has failed. Its deliveries say why.`,
    'Once its receiver works, switch it on again. The events of the time between are in the event feed.',
    { link: given.link, label: 'See the webhooks' },
  ]);

/** The acts that are mailed to those who can undo them: the subject, and what to do if it was not expected. A new row of `noticeRules` may need one here. */
const notices = {
  privilegedUser: {
    subject: 'A new Organiser, Architect or Administrator',
    advice: 'deactivate that user and the one who did it, and end their sessions',
  },
  singleSignOn: {
    subject: 'Single sign-on was changed',
    advice: 'enter the settings of your own provider again, and end the sessions of the one who did it',
  },
  singleSignOnSwitched: {
    subject: 'Single sign-on was switched on or off',
    advice: 'switch it back, and end the sessions of the one who did it',
  },
  breakGlass: {
    subject: 'A break-glass password was used',
    advice: 'end the sessions of that account, and have its password changed',
  },
  signInRules: {
    subject: 'The sign-in rules were changed',
    advice: 'set them back, and end the sessions of the one who did it',
  },
  passcodes: {
    subject: 'Passcodes at sign-in were switched on or off',
    advice: 'have it set back, and end the sessions of the one who did it',
  },
  sensitiveKey: {
    subject: 'An API key for sensitive changes was created',
    advice: 'revoke the key, and end the sessions of its owner',
  },
  webhook: {
    subject: 'A webhook was made or leads elsewhere',
    advice: 'delete the webhook, and end the sessions of the one who did it',
  },
  factorsReset: {
    subject: 'Second factors of a user were reset',
    advice: 'have the user change the password, and end the sessions of the one who did it',
  },
  providerLinkReplaced: {
    subject: 'A user is a new person at the identity provider',
    advice: 'deactivate that user, and confirm none of their API keys',
  },
  largeExport: {
    subject: 'A long list was exported',
    advice:
      'end the sessions of the one who did it and revoke their API keys; what was downloaded cannot be called back',
  },
  retention: {
    subject: 'The activity is kept for less time',
    advice:
      'set it back at once, because older events are deleted within the hour, and end the sessions of the one who did it',
  },
} as const;

/** A kind of act that people are mailed of. */
export type NoticeKind = keyof typeof notices;

/**
 * The notice of acts that matter, for those who can undo them. `organisation` is null for all Administrators, `count` the number of acts of which `sentences` are
 * the first; `isLast`: more of the hour come together.
 */
export const noticeMail = (given: {
  name: string | null;
  kind: NoticeKind;
  organisation: string | null;
  sentences: readonly string[];
  count: number;
  isLast: boolean;
  link: URL;
}): MailText => {
  const { subject, advice } = notices[given.kind];
  const audience =
    given.organisation === null ? 'Every Administrator' : `Every Organiser of ${oneLine(given.organisation)}`;
  return composeMail(subject, [
    greeting(given.name),
    ...(given.count > given.sentences.length ? [`${given.count} such acts, of which these are the first:`] : []),
    ...given.sentences,
    ...(given.isLast ? ['If there are more within the hour, they come in one mail.'] : []),
    'If you know why, there is nothing to do.',
    `If you do not, ask the one who did it, by telephone and not by mail. If it was not them, an account is in the wrong hands: ${advice}.`,
    { link: given.link, label: 'See the activity' },
    `${audience} gets this mail, the one who did it too.`,
  ]);
};

const reasonPart = (reason: string | null | undefined) => (reason ? [`Reason: ${oneLine(reason)}`] : []);
