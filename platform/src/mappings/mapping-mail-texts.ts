import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, oneLine, reasonPart } from '../core/mail/mail-layout.ts';
import { whyMappings } from '../invitations/mapping-request-mail-texts.ts';

export const mappingAnsweredMail = (
  given: Facts<'name' | 'organisation' | 'link', { accepted: boolean; reason?: string | null }>,
): MailContent =>
  composeMail(
    given.accepted ? 'Your mapping request was accepted' : 'Your mapping request was rejected',
    [
      greeting(given.name),
      `${oneLine(given.organisation)} ${given.accepted ? 'accepted' : 'rejected'} the mapping request from your organisation.`,
      ...reasonPart(given.reason),
      { link: given.link, label: 'View your mappings' },
    ],
    whyMappings,
  );

/** Reports an ended mapping or withdrawn request, to both sides. */
export const mappingEndedMail = (
  given: Facts<'name' | 'link', { by: string; other: string; ending: 'end' | 'withdraw'; reason: string | null }>,
): MailContent =>
  composeMail(
    given.ending === 'end' ? 'A mapping was ended' : 'A mapping request was withdrawn',
    [
      greeting(given.name),
      given.ending === 'end'
        ? `${oneLine(given.by)} ended the mapping with ${oneLine(given.other)}.`
        : `${oneLine(given.by)} withdrew the mapping request to ${oneLine(given.other)}.`,
      ...reasonPart(given.reason),
      { link: given.link, label: 'View your mappings' },
      'No action is needed. Either organisation can send a new request.',
    ],
    whyMappings,
  );
