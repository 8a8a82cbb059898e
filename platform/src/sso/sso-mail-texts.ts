import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, moment, oneLine } from '../core/mail/mail-layout.ts';

export const firstProviderSignInMail = (
  given: Facts<
    'name' | 'organisation' | 'browser' | 'system' | 'address' | 'at' | 'link',
    { isReplacement: boolean; provider: string; minutes: number }
  >,
): MailContent =>
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
      'If it was not you, do not confirm it, and tell your Organiser. Someone else might have your email address at the provider.',
    ],
  );

/** `link` leads to the user's own part "Security". */
export const providerLinkReplacedMail = (
  given: Facts<
    'name' | 'at' | 'link',
    {
      /** API keys that were suspended. */
      keys: number /** Page to set a password, and hours that its link works; null for users who cannot have one. */;
      password: { link: URL; hours: number } | null;
    }
  >,
): MailContent =>
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
    'If it was not you, tell your Organiser immediately. Someone else might have your email address at the provider.',
    { link: given.link, label: 'View your security settings' },
  ]);

/** `link` leads to the sign-in page. */
export const providerUnlinkedMail = (given: Facts<'name' | 'at' | 'link', { provider: string }>): MailContent =>
  composeMail('Your account was unlinked from your identity provider', [
    greeting(given.name),
    `On ${moment(given.at)}, your account was unlinked from its account at the identity provider ${given.provider}. Sessions that began there were ended.`,
    'Sign in with single sign-on again. A link to confirm it will be sent to this email address.',
    { link: given.link, label: 'Sign in' },
    'If you do not know the reason, ask your Organiser, by phone rather than email.',
  ]);

/** The secret expires on a day such as `2027-01-31`; `link` leads to its page. */
export const secretExpiryMail = (given: Facts<'name' | 'organisation' | 'link', { day: string }>): MailContent =>
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
