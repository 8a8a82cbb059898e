import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, moment, oneLine } from '../core/mail/mail-layout.ts';

export const newKeyMail = (given: Facts<'name' | 'at' | 'link', { key: string; until: Date }>): MailContent =>
  composeMail('A new API key was created', [
    greeting(given.name),
    `The API key “${oneLine(given.key)}” of your account was created on ${moment(given.at)}. It works until ${moment(given.until)}, also after you sign out or change your password.`,
    'If it was not you, revoke the key and set a new password immediately. Then tell your Organiser.',
    { link: given.link, label: 'View your API keys' },
  ]);

/** `link` leads to the owner's keys. */
export const keyExpiryMail = (given: Facts<'name' | 'at' | 'link', { key: string }>): MailContent =>
  composeMail('Your API key expires soon', [
    greeting(given.name),
    `Your API key “${oneLine(given.key)}” expires on ${moment(given.at)}. From then on, requests with this key are rejected.`,
    'If you still need it, rotate it. You get a new key, and the old one works for another day.',
    { link: given.link, label: 'View your API keys' },
    'If you no longer need it, no action is needed.',
  ]);

const whyKeys = (organisation: string): string =>
  `You receive this email because you manage the organisation API keys of ${oneLine(organisation)}.`;

const whatRotatingDoes =
  'You get a new key, which you give to the programs that use the old one. The old key works for another day.';

/** `link` leads to rotating the key. */
export const organisationKeyExpiryMail = (
  given: Facts<'name' | 'organisation' | 'at' | 'link', { key: string }>,
): MailContent =>
  composeMail(
    'An organisation API key expires soon',
    [
      greeting(given.name),
      `The organisation API key “${oneLine(given.key)}” of ${oneLine(given.organisation)} expires on ${moment(given.at)}. From then on, requests with this key are rejected.`,
      `If it is still needed, rotate it. ${whatRotatingDoes}`,
      { link: given.link, label: 'Rotate the key' },
      'If it is no longer needed, no action is needed.',
    ],
    whyKeys(given.organisation),
  );

/** Reports that a user who knows secrets of organisation keys can no longer manage them; each link leads to rotating a key. */
export const keyAuthorLeftMail = (
  given: Facts<'name' | 'organisation', { author: string; keys: readonly { name: string; link: URL }[] }>,
): MailContent =>
  composeMail(
    'Rotate organisation API keys',
    [
      greeting(given.name),
      `${given.author} can no longer manage the organisation API keys of ${oneLine(given.organisation)}, but has seen the secrets of the keys below. These keys still work.`,
      `Rotate each of them. ${whatRotatingDoes}`,
      ...given.keys.map(({ name, link }) => ({ link, label: `Rotate “${oneLine(name)}”` })),
      'Revoke the keys that are no longer needed.',
    ],
    whyKeys(given.organisation),
  );
