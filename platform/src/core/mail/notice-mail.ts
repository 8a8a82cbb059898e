import type { MailContent } from '../access/mail-sender.ts';
import { composeMail, greeting, oneLine } from './mail-layout.ts';
import type { NoticeEmail } from './notice-rule.ts';

/** `organisation` is null for all Administrators; `sentences` are the first of `count` actions and the last one. `isLast`: the hour's last email. */
export const noticeMail = (given: {
  name: string | null;
  email: NoticeEmail;
  organisation: string | null;
  sentences: readonly string[];
  count: number;
  isLast: boolean;
  link: URL;
}): MailContent => {
  const { subject, advice } = given.email;
  const audience =
    given.organisation === null ? 'All Administrators' : `All Organisers of ${oneLine(given.organisation)}`;
  return composeMail(
    subject,
    [
      greeting(given.name),
      ...(given.count > given.sentences.length
        ? [`There were ${given.count} such actions. These are the first ones and the last one:`]
        : []),
      ...given.sentences,
      ...(given.isLast ? ['If there are more within the hour, you will receive them in one email.'] : []),
      'If you know the reason, no action is needed.',
      `If you do not, ask the person who did it, by phone rather than email. If it was not them, an account might be compromised. ${advice}`,
      { link: given.link, label: 'View the activity log' },
    ],
    `${audience} receive this email, including the person who made the change.`,
  );
};
