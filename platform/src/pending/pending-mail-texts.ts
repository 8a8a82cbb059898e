import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, type Facts, greeting, oneLine } from '../core/mail/mail-layout.ts';

const often: Record<string, string> = {
  Daily: 'every day',
  Weekly: 'every Monday',
  Fortnightly: 'every other Monday',
  Monthly: 'on the first day of each month',
};

export const pendingEmail = (
  given: Facts<
    'name' | 'organisation' | 'link',
    {
      frequency: string /** True for the user's first such email. */;
      isFirst: boolean;
      lines: readonly string[];
      unsubscribeUrl: URL;
    }
  >,
): MailContent => {
  const organisation = oneLine(given.organisation);
  const when = often[given.frequency] ?? 'regularly';
  return composeMail(
    'Your pending items',
    [
      greeting(given.name),
      ...(given.isFirst
        ? [`${organisation} has turned on emails about pending items. You receive one ${when} if something is pending.`]
        : []),
      'Your pending items:',
      ...given.lines.map((line) => `• ${line}`),
      { link: given.link, label: 'View pending items' },
      { link: given.unsubscribeUrl, label: 'Stop these emails' },
      'You can turn them on again in your profile.',
    ],
    `You receive this email because ${organisation} emails its users about pending items ${when}.`,
  );
};
