import { composeMail, greeting, type MailText, many, moment, oneLine } from './mail-layout.ts';

/** The notice of a sign-in with a browser that the user has not used before; `link` leads to the sessions. */
export const newDeviceMail = (given: {
  name: string | null;
  browser: string | null;
  system: string | null;
  address: string;
  at: Date;
  link: URL;
}): MailText =>
  composeMail('A sign-in from a new device', [
    greeting(given.name),
    `On ${moment(given.at)} your account was signed in to with ${given.browser ?? 'an unknown browser'} on ${given.system ?? 'an unknown system'}, from the address ${given.address}.`,
    'If it was you, there is nothing to do.',
    'If it was not you, your password is known to another person: change it at once, which ends every session, and tell your organiser.',
    { link: given.link, label: 'See where you are signed in' },
  ]);

/** In place of a link to set a password, for who signs in without one; `link` leads to the sign-in page. */
export const signInWayMail = (given: { name: string | null; bySingleSignOn: boolean; link: URL }): MailText =>
  composeMail('How you sign in', [
    greeting(given.name),
    'A link to set a new password was requested for this email. You sign in without a password here.',
    given.bySingleSignOn
      ? 'Enter your email on the sign-in page and choose “Continue with single sign-on”. If you have forgotten the password that you use there, ask those who run your organisation’s provider.'
      : 'Choose “Sign in with a passkey” on the sign-in page. If you have lost your passkey, ask your Organiser to reset your second factors.',
    { link: given.link, label: 'Sign in' },
    'If it was not you, there is nothing to do.',
  ]);

/** The notice of a new passkey; `link` leads to the passkeys. */
export const passkeyAddedMail = (given: {
  name: string | null;
  passkeyName: string;
  address: string;
  at: Date;
  link: URL;
}): MailText =>
  composeMail('A passkey was added to your account', [
    greeting(given.name),
    `On ${moment(given.at)} the passkey “${oneLine(given.passkeyName)}” was added, from the address ${given.address}. It signs in without your password.`,
    'If it was you, there is nothing to do.',
    'If it was not you, remove the passkey and change your password at once, and tell your organiser.',
    { link: given.link, label: 'See your passkeys' },
  ]);

/** The invitation of a new user whom only the provider of the organisation signs in. */
export const invitationToProviderMail = (given: { name: string | null; organisation: string; link: URL }): MailText =>
  composeMail('Your new account', [
    greeting(given.name),
    `An account was made for you at ${oneLine(given.organisation)}. You sign in with this email by the provider of your organisation: enter it, and choose “Continue with single sign-on”.`,
    { link: given.link, label: 'Sign in' },
    'If you did not expect this, there is nothing to do.',
  ]);

/** The request to confirm the first sign-in of an account by its organisation's provider, or the first one as another person there. */
export const firstProviderSignInMail = (given: {
  name: string | null;
  isReplacement: boolean;
  organisation: string;
  provider: string;
  browser: string | null;
  system: string | null;
  address: string;
  at: Date;
  minutes: number;
  link: URL;
}): MailText =>
  composeMail(
    given.isReplacement
      ? 'Confirm a new person at your identity provider'
      : 'Confirm your first sign-in by single sign-on',
    [
      greeting(given.name),
      `On ${moment(given.at)} a person with your email signed in at the provider of ${oneLine(given.organisation)}, ${given.provider}, with ${given.browser ?? 'an unknown browser'} on ${given.system ?? 'an unknown system'}, from the address ${given.address}.`,
      ...(given.isReplacement
        ? [
            'Your account is linked to another person of that provider. This happens when a person is created there again, or when an email address is given to another person.',
            'If it was you, confirm it. From then on only this person signs in to your account by the provider. Confirming ends all sessions, remembered devices and passkeys of your account, and stops its API keys until an Organiser confirms them.',
          ]
        : ['If it was you, confirm it. From then on the provider signs you in to your account.']),
      { link: given.link, label: 'Confirm it' },
      `The link works once, within ${many(given.minutes, 'minute')}. A newer link ends it.`,
      'If it was not you, do not confirm it, and tell your organiser: another person may have your email at the provider.',
    ],
  );

/** The notice that an account was linked to another person of the provider; `link` leads to the user's own part "Security". */
export const providerLinkReplacedMail = (given: {
  name: string | null;
  /** API keys that were suspended. */
  keys: number;
  at: Date;
  link: URL;
}): MailText =>
  composeMail('Your account is linked to a new person at your identity provider', [
    greeting(given.name),
    `On ${moment(given.at)} your account was linked to another person of your identity provider, who confirmed it with a link that was sent to this email address.`,
    `All sessions, remembered devices and passkeys of your account were ended.${given.keys > 0 ? ` ${many(given.keys, 'API key')} ${given.keys === 1 ? 'is' : 'are'} suspended until an Organiser confirms ${given.keys === 1 ? 'it' : 'them'}.` : ''}`,
    'If it was you, there is nothing to do.',
    'If it was not you, tell your Organiser at once: another person may have your email at the provider.',
    { link: given.link, label: 'See your security settings' },
  ]);

/** The notice that a user was unlinked from the identity provider; `link` leads to the sign-in page. */
export const providerUnlinkedMail = (given: { name: string | null; provider: string; at: Date; link: URL }): MailText =>
  composeMail('Your account was unlinked from your identity provider', [
    greeting(given.name),
    `On ${moment(given.at)} your account was unlinked from its person at the identity provider ${given.provider}. Sessions that began there were ended.`,
    'Sign in with single sign-on again. A link to confirm it will be sent to this email address.',
    { link: given.link, label: 'Sign in' },
    'If you do not know why, ask your Organiser, by telephone and not by mail.',
  ]);

/** The reminder that the client secret of single sign-on expires on a day, such as `2027-01-31`; `link` leads to its page. */
export const secretExpiryMail = (given: {
  name: string | null;
  organisation: string;
  day: string;
  link: URL;
}): MailText =>
  composeMail('The client secret of single sign-on expires soon', [
    greeting(given.name),
    `The client secret with which ${oneLine(given.organisation)} uses its provider expires on ${dayText(given.day)}. From then on single sign-on signs no one in.`,
    'Make a new secret at the provider, save it on the page of single sign-on, and enter there when it expires.',
    { link: given.link, label: 'Open single sign-on' },
    'If the date is not right any more, change it there, and there are no further mails about it.',
  ]);

const dayText = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What happened to the authenticator app of a user or its recovery codes. */
type SecondFactorChange = 'setUp' | 'removed' | 'codesRenewed' | 'codeUsed' | 'reset';

/** The notice of such a change; `link` leads to the user's own part "Security". */
export const secondFactorMail = (given: {
  name: string | null;
  what: SecondFactorChange;
  codesLeft?: number;
  at: Date;
  link: URL;
}): MailText => {
  const [subject, sentence] = secondFactorTexts[given.what];
  const left = many(given.codesLeft ?? 0, 'recovery code');
  return composeMail(subject, [
    greeting(given.name),
    `On ${moment(given.at)} ${sentence}`,
    ...(given.what === 'codeUsed' ? [`You have ${left} left. New ones are made in your profile.`] : []),
    'If it was you, there is nothing to do.',
    'If it was not you, your password is known to another person: change it at once, end all other sessions, and tell your organiser.',
    { link: given.link, label: 'See your security settings' },
  ]);
};

const secondFactorTexts: Record<SecondFactorChange, readonly [subject: string, sentence: string]> = {
  setUp: [
    'An authenticator app was set up',
    'an authenticator app was set up for your account. From now on signing in asks for a code of it after your password.',
  ],
  removed: [
    'Your authenticator app was removed',
    'the authenticator app of your account was removed, and its recovery codes do not work any more.',
  ],
  codesRenewed: [
    'New recovery codes were made',
    'new recovery codes were made for your account. The old ones do not work any more.',
  ],
  reset: [
    'Your second factors were reset',
    'the authenticator app, the recovery codes and the passkeys of your account were removed for you, and you were signed out everywhere. You sign in with your password, and can set them up again in your profile.',
  ],
  codeUsed: ['A recovery code was used', 'your account was signed in to with a recovery code.'],
};
