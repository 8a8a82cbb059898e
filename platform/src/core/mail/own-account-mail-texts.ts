import type { MailContent } from '../access/mail-sender.ts';
import { composeMail, greeting, many, moment, oneLine } from './mail-layout.ts';
import { accountCreated, whyInvited } from './mail-texts.ts';

/** The notice of a sign-in with a browser that the user has not used before; `link` leads to the sessions. */
export const newDeviceMail = (given: {
  name: string | null;
  browser: string | null;
  system: string | null;
  address: string;
  at: Date;
  link: URL;
}): MailContent =>
  composeMail('Sign-in from a new device', [
    greeting(given.name),
    `On ${moment(given.at)}, someone signed in to your account with ${given.browser ?? 'an unknown browser'} on ${given.system ?? 'an unknown system'}, from the IP address ${given.address}.`,
    'If it was you, no action is needed.',
    'If it was not you, someone else knows your password. Change it immediately, which ends every session, and tell your Organiser.',
    { link: given.link, label: 'View your sessions' },
  ]);

/** Replaces a link to set a password for users who sign in without one; `link` leads to the sign-in page. */
export const signInWayMail = (given: { name: string | null; bySingleSignOn: boolean; link: URL }): MailContent =>
  composeMail('How to sign in', [
    greeting(given.name),
    'Someone asked to reset the password for this account. The account does not use a password.',
    given.bySingleSignOn
      ? 'Enter your email address on the sign-in page and select “Continue with single sign-on”. If you have forgotten the password for your identity provider, ask its administrators.'
      : 'Select “Sign in with a passkey” on the sign-in page. If you have lost your passkey, ask your Organiser to reset your second factors.',
    { link: given.link, label: 'Sign in' },
    'If it was not you, ignore this email.',
  ]);

/** The notice of a new passkey; `link` leads to the passkeys. */
export const passkeyAddedMail = (given: {
  name: string | null;
  passkeyName: string;
  address: string;
  at: Date;
  link: URL;
}): MailContent =>
  composeMail('A passkey was added to your account', [
    greeting(given.name),
    `On ${moment(given.at)}, the passkey “${oneLine(given.passkeyName)}” was added to your account from the IP address ${given.address}. It can be used to sign in without your password.`,
    'If it was you, no action is needed.',
    'If it was not you, remove the passkey, change your password immediately and tell your Organiser.',
    { link: given.link, label: 'View your passkeys' },
  ]);

/** The invitation of a new user who can sign in only through the identity provider of the organisation. */
export const invitationToProviderMail = (given: {
  name: string | null;
  by: string | null;
  organisation: string;
  link: URL;
}): MailContent =>
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

/** The request to confirm the first sign-in to an account through the identity provider, or the first one with another provider account. */
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
}): MailContent =>
  composeMail(
    given.isReplacement
      ? 'Confirm your new identity provider account'
      : 'Confirm your first sign-in with single sign-on',
    [
      greeting(given.name),
      `On ${moment(given.at)}, someone with your email address signed in at ${given.provider}, the identity provider of ${oneLine(given.organisation)}. They used ${given.browser ?? 'an unknown browser'} on ${given.system ?? 'an unknown system'}, from the IP address ${given.address}.`,
      ...(given.isReplacement
        ? [
            'Your account is linked to a different account at that provider. This happens when a provider account is created again, or when an email address is given to another person.',
            'If it was you, confirm it. From then on, only the new provider account can sign in to your account with single sign-on. Confirming ends all your sessions, and removes your password, authenticator app, recovery codes, passkeys and remembered devices. Your API keys stop working until an Organiser confirms them.',
          ]
        : ['If it was you, confirm it. From then on, you can sign in with single sign-on.']),
      { link: given.link, label: 'Confirm' },
      `The link works once and expires in ${many(given.minutes, 'minute')}. A newer link replaces it.`,
      'If it was not you, do not confirm it, and tell your Organiser. Someone else may have your email address at the provider.',
    ],
  );

/** The notice that an account was linked to another provider account; `link` leads to the user's own part "Security". */
export const providerLinkReplacedMail = (given: {
  name: string | null;
  /** API keys that were suspended. */
  keys: number;
  at: Date;
  link: URL;
  /** The page to set a password, and the hours that its link works; null for users who may not have one. */
  password: { link: URL; hours: number } | null;
}): MailContent =>
  composeMail('Your account is linked to a new identity provider account', [
    greeting(given.name),
    `On ${moment(given.at)}, your account was linked to another account at your identity provider. The change was confirmed with a link that was sent to this email address.`,
    `All your sessions were ended. Your password, authenticator app, recovery codes, passkeys and remembered devices were removed.${given.keys > 0 ? ` ${many(given.keys, 'API key')} ${given.keys === 1 ? 'is' : 'are'} suspended until an Organiser confirms ${given.keys === 1 ? 'it' : 'them'}.` : ''}`,
    ...(given.password === null
      ? ['If it was you, no action is needed.']
      : [
          `If it was you, sign in with single sign-on. If you also want to sign in with a password, set one within ${many(given.password.hours, 'hour')}.`,
          { link: given.password.link, label: 'Set a password' },
        ]),
    'If your organisation requires a second factor, set it up again.',
    'If it was not you, tell your Organiser immediately. Someone else may have your email address at the provider.',
    { link: given.link, label: 'View your security settings' },
  ]);

/** The notice that a user was unlinked from the identity provider; `link` leads to the sign-in page. */
export const providerUnlinkedMail = (given: {
  name: string | null;
  provider: string;
  at: Date;
  link: URL;
}): MailContent =>
  composeMail('Your account was unlinked from your identity provider', [
    greeting(given.name),
    `On ${moment(given.at)}, your account was unlinked from its account at the identity provider ${given.provider}. Sessions that began there were ended.`,
    'Sign in with single sign-on again. A link to confirm it will be sent to this email address.',
    { link: given.link, label: 'Sign in' },
    'If you do not know the reason, ask your Organiser, by phone rather than email.',
  ]);

/** The notice that a copy of a user's data was made; `by` is the name of another user who did it, `link` leads to the profile. */
export const dataCopiedMail = (given: { name: string | null; by: string | null; at: Date; link: URL }): MailContent =>
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

/** The reminder that the client secret of single sign-on expires on a day, such as `2027-01-31`; `link` leads to its page. */
export const secretExpiryMail = (given: {
  name: string | null;
  organisation: string;
  day: string;
  link: URL;
}): MailContent =>
  composeMail(
    'Your client secret for single sign-on expires soon',
    [
      greeting(given.name),
      `The client secret that ${oneLine(given.organisation)} uses for single sign-on expires on ${dayText(given.day)}. From then on, no one can sign in with single sign-on.`,
      'Create a new secret at the identity provider. Save it on the single sign-on page, with its expiry date.',
      { link: given.link, label: 'Open single sign-on' },
      'If this date is wrong, correct it there to stop these reminders.',
    ],
    `You receive this email because you manage single sign-on of ${oneLine(given.organisation)}.`,
  );

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
}): MailContent => {
  const [subject, sentence] = secondFactorTexts[given.what];
  const left = many(given.codesLeft ?? 0, 'recovery code');
  return composeMail(subject, [
    greeting(given.name),
    `On ${moment(given.at)}, ${sentence}`,
    ...(given.what === 'codeUsed' ? [`You have ${left} left. You can create new ones in your profile.`] : []),
    'If it was you, no action is needed.',
    'If it was not you, someone else knows your password. Change it immediately, end all other sessions and tell your Organiser.',
    { link: given.link, label: 'View your security settings' },
  ]);
};

const secondFactorTexts: Record<SecondFactorChange, readonly [subject: string, sentence: string]> = {
  setUp: [
    'An authenticator app was set up',
    'an authenticator app was set up for your account. From now on, you enter a code from it after your password when you sign in.',
  ],
  removed: [
    'Your authenticator app was removed',
    'the authenticator app of your account was removed. Its recovery codes no longer work.',
  ],
  codesRenewed: [
    'New recovery codes were created',
    'new recovery codes were created for your account. The old ones no longer work.',
  ],
  reset: [
    'Your second factors were reset',
    'the authenticator app, recovery codes and passkeys of your account were removed, and you were signed out everywhere. Sign in with your password. You can set up second factors again in your profile.',
  ],
  codeUsed: ['A recovery code was used', 'someone signed in to your account with a recovery code.'],
};
