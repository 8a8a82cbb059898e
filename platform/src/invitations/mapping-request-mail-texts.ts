import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, many, oneLine } from '../core/mail/mail-layout.ts';
import { whyInvited } from './invitation-mail-texts.ts';

export const whyMappings = 'You receive this email because you manage the mappings of your organisation.';

export const onboardingMail = (given: Facts<'by' | 'organisation' | 'link', { days: number }>): MailContent =>
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

const asks = ({ by, organisation }: { by: string | null; organisation: string }) =>
  by
    ? `${oneLine(by)} of ${oneLine(organisation)} would like their organisation to work with yours.`
    : `${oneLine(organisation)} would like to work with your organisation.`;

export const mappingRequestMail = (given: Facts<'name' | 'by' | 'organisation' | 'link'>): MailContent =>
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
