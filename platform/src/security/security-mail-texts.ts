import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, moment } from '../core/mail/mail-layout.ts';

type SecondFactorChange = 'setUp' | 'removed' | 'codesRenewed' | 'codeUsed' | 'reset';

/** `link` leads to the user's own part "Security". */
export const secondFactorMail = (
  given: Facts<'name' | 'at' | 'link', { what: SecondFactorChange; codesLeft?: number }>,
): MailContent => {
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
