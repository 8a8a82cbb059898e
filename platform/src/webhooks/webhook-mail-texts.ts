import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, oneLine } from '../core/mail/mail-layout.ts';

/** `link` leads to the webhooks of the organisation. */
export const webhookSwitchedOffMail = (
  given: Facts<'name' | 'organisation' | 'link', { url: string; reason: 'FAILING' | 'GONE'; days: number }>,
): MailContent =>
  composeMail(
    'A webhook was turned off',
    [
      greeting(given.name),
      given.reason === 'GONE'
        ? `The webhook ${given.url} of ${oneLine(given.organisation)} was turned off because its receiver responded with 410 (Gone). No further events are sent to it.`
        : `The webhook ${given.url} of ${oneLine(given.organisation)} was turned off because every delivery failed for ${given.days} days. See its deliveries for the reasons.`,
      'Once its receiver works, turn it on again. Events that occurred while it was off are in the event feed.',
      { link: given.link, label: 'View the webhooks' },
    ],
    `You receive this email because you manage the webhooks of ${oneLine(given.organisation)}.`,
  );
