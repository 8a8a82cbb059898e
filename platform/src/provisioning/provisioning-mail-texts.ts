import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, greeting, oneLine } from '../core/mail/mail-layout.ts';

interface Given {
  name: string | null;
  organisation: string;
  /** Page of provisioning. */
  link: URL;
}

const reasonOf = (organisation: string) => `You receive this email because you are an Organiser of ${organisation}.`;

export const userLimitMail = ({ name, organisation, link }: Given): MailContent =>
  composeMail(
    'Your identity provider could not add a user',
    [
      greeting(name),
      `${oneLine(organisation)} has reached its user limit. Your identity provider could not create or activate a user for this reason.`,
      'Deactivate users who no longer need access, or ask your Administrator for a higher limit. Your identity provider then tries again.',
      { link, label: 'View failed requests' },
    ],
    reasonOf(oneLine(organisation)),
  );

export const deactivationLimitMail = ({ name, organisation, link }: Given): MailContent =>
  composeMail(
    'Your identity provider deactivated many users',
    [
      greeting(name),
      `Your identity provider has deactivated many users of ${oneLine(organisation)} within an hour: more than a quarter of all active ones.`,
      'Deactivations are paused. Your identity provider can still create and change users.',
      'If this is intended, resume deactivations in the console. If it is not, turn provisioning off and check your identity provider.',
      { link, label: 'View provisioning' },
    ],
    reasonOf(oneLine(organisation)),
  );

export const failedDeactivationMail = (given: Given & { person: string; reason: string }): MailContent => {
  const [organisation, person] = [oneLine(given.organisation), oneLine(given.person)];
  return composeMail(
    'Your identity provider could not deactivate a user',
    [
      greeting(given.name),
      `The identity provider of ${organisation} asked to deactivate ${person}. This failed, so they can still sign in.`,
      `Reason: ${oneLine(given.reason)}`,
      'Check whether this user has left. If so, deactivate them in the console.',
      { link: given.link, label: 'View failed deactivations' },
    ],
    reasonOf(organisation),
  );
};
