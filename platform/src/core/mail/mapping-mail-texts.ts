import type { MailContent } from '../access/mail-sender.ts';
import { composeMail, greeting, many, oneLine } from './mail-layout.ts';
import { whyInvited } from './mail-texts.ts';

const whyMappings = 'You receive this email because you manage the mappings of your organisation.';

/** The invitation to onboard an organisation. */
export const onboardingMail = (given: {
  by: string | null;
  organisation: string;
  link: URL;
  days: number;
}): MailContent =>
  composeMail(
    'Add your organisation',
    [
      'Hello,',
      `${asks(given)} Enter details about your organisation and yourself. You will then receive a link to set your password.`,
      { link: given.link, label: 'Add your organisation' },
      `The link expires in ${many(given.days, 'day')}. A newer link replaces it.`,
      'If you did not expect this, ignore this email.',
    ],
    whyInvited(given.organisation),
  );

/** The first sentence of a request for a mapping. */
const asks = ({ by, organisation }: { by: string | null; organisation: string }) =>
  by
    ? `${oneLine(by)} of ${oneLine(organisation)} would like their organisation to work with yours.`
    : `${oneLine(organisation)} would like to work with your organisation.`;

/** The request of another organisation for a mapping. */
export const mappingRequestMail = (given: {
  name: string | null;
  by: string | null;
  organisation: string;
  link: URL;
}): MailContent =>
  composeMail(
    'You have a mapping request',
    [
      greeting(given.name),
      `${asks(given)} The request is pending until you accept or reject it.`,
      { link: given.link, label: 'View the request' },
      'If you do not know this organisation, reject the request. It can see only the name of your organisation and the user it invited.',
    ],
    whyMappings,
  );

/** The acceptance or rejection of a mapping request, with a link to the mappings. */
export const mappingAnsweredMail = (given: {
  name: string | null;
  organisation: string;
  accepted: boolean;
  reason?: string | null;
  link: URL;
}): MailContent =>
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

/** The end of a mapping, or the withdrawal of a request, for both sides. */
export const mappingEndedMail = (given: {
  name: string | null;
  by: string;
  other: string;
  ending: 'end' | 'withdraw';
  reason: string | null;
  link: URL;
}): MailContent =>
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

/** The request to accept an external user, for responsible users. */
export const externalUserReviewMail = (given: {
  name: string | null;
  by: string | null;
  email: string;
  organisation: string;
  link: URL;
}): MailContent =>
  composeMail(
    'An external user needs your review',
    [
      greeting(given.name),
      given.by
        ? `${oneLine(given.by)} invited ${given.email} to work with ${oneLine(given.organisation)} as an external user.`
        : `${given.email} was invited to work with ${oneLine(given.organisation)} as an external user.`,
      'They have no access until someone other than the inviter accepts them.',
      { link: given.link, label: 'Review the external user' },
      'If they should not have access, reject the invitation or ignore this email.',
    ],
    `You receive this email because you can accept external users of ${oneLine(given.organisation)}.`,
  );

/** The invitation of an external user, which needs no action from them yet. */
export const externalInvitationMail = (given: {
  name: string | null;
  by: string | null;
  organisation: string;
}): MailContent =>
  composeMail(
    'You were invited as an external user',
    [
      greeting(given.name),
      `${given.by ? `${oneLine(given.by)} invited you` : 'You were invited'} to work with ${oneLine(given.organisation)}. The organisation reviews the invitation first. You will receive an email when you have access.`,
      'If you did not expect this, ignore this email.',
    ],
    whyInvited(given.organisation),
  );

/** The acceptance of an external user. */
export const externalUserAcceptedMail = (given: {
  name: string | null;
  organisation: string;
  link: URL;
}): MailContent =>
  composeMail(
    'You now have access as an external user',
    [
      greeting(given.name),
      `${oneLine(given.organisation)} accepted you as an external user. You can now work with it. Sign in as usual.`,
      { link: given.link, label: 'Sign in' },
    ],
    whyInvited(given.organisation),
  );

/** The removal of an external user, or the withdrawal or rejection of an invitation, for the user and the organisation. */
export const externalUserEndedMail = (given: {
  name: string | null;
  email: string;
  organisation: string;
  ending: 'end' | 'withdraw' | 'reject';
  reason: string | null;
}): MailContent =>
  composeMail(
    externalEndings[given.ending][0],
    [
      greeting(given.name),
      `${given.email} ${externalEndings[given.ending][1]} ${oneLine(given.organisation)}.`,
      ...reasonPart(given.reason),
      'No action is needed. The organisation can send a new invitation.',
    ],
    `You receive this email because you are this user, or manage the external users of ${oneLine(given.organisation)}.`,
  );

const externalEndings = {
  end: ['External user removed', 'is no longer an external user of'],
  withdraw: ['An invitation was withdrawn', 'is no longer invited as an external user of'],
  reject: ['An invitation was rejected', 'was not accepted as an external user of'],
} as const;

const reasonPart = (reason: string | null | undefined) => (reason ? [`Reason: ${oneLine(reason)}`] : []);
