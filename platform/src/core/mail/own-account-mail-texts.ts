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

/** In place of a link to set a password, where only the provider of the organisation signs the user in. */
export const signInByProviderMail = (given: {
  name: string | null;
  organisation: string | null;
  link: URL;
}): MailText =>
  composeMail('How you sign in', [
    greeting(given.name),
    `You, or another person, asked for a new password for this email. ${oneLine(given.organisation) ?? 'Your organisation'} signs you in by its own provider, so you need no password here.`,
    'Enter this email and choose “Continue with single sign-on”. If your password there is lost, ask those who run the provider.',
    { link: given.link, label: 'Sign in' },
    'If it was not you, there is nothing to do.',
  ]);

/** The invitation of a new user whom only the provider of the organisation signs in. */
export const invitationToProviderMail = (given: { name: string | null; organisation: string; link: URL }): MailText =>
  composeMail('Your new account', [
    greeting(given.name),
    `An account was made for you at ${oneLine(given.organisation)}. You sign in with this email by the provider of your organisation: enter it, and choose “Continue with single sign-on”.`,
    { link: given.link, label: 'Sign in' },
    'If you did not expect this, there is nothing to do.',
  ]);

/** The request to confirm the first sign-in of an account by its organisation's provider. */
export const firstProviderSignInMail = (given: {
  name: string | null;
  organisation: string;
  provider: string;
  browser: string | null;
  system: string | null;
  address: string;
  at: Date;
  minutes: number;
  link: URL;
}): MailText =>
  composeMail('Confirm your first sign-in by single sign-on', [
    greeting(given.name),
    `On ${moment(given.at)} a person with your email signed in at the provider of ${oneLine(given.organisation)}, ${given.provider}, with ${given.browser ?? 'an unknown browser'} on ${given.system ?? 'an unknown system'}, from the address ${given.address}.`,
    'If it was you, confirm it. From then on the provider signs you in to your account.',
    { link: given.link, label: 'Confirm it' },
    `The link works once, within ${many(given.minutes, 'minute')}. A newer link ends it.`,
    'If it was not you, do not confirm it, and tell your organiser: another person may have your email at the provider.',
  ]);

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
