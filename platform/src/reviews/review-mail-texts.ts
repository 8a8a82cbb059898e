import type { MailContent } from '../core/access/mail-sender.ts';
import { composeMail, greeting, oneLine } from '../core/mail/mail-layout.ts';

interface Given {
  name: string | null;
  why: 'started' | 'reminder' | 'reassigned';
  review: string;
  organisation: string;
  /** Number of people without a decision. */
  people: number;
  /** `YYYY-MM-DD`. */
  due: string;
  link: URL;
}

const subjects = {
  started: 'Review who has access',
  reminder: 'An access review is due soon',
  reassigned: 'You were assigned people in an access review',
};

/** Sent at the start, before the due date, and to a new reviewer. */
export const reviewMail = ({ name, why, review, organisation, people, due, link }: Given): MailContent =>
  composeMail(
    subjects[why],
    [
      greeting(name),
      `The access review “${oneLine(review)}” of ${oneLine(organisation)} is due on ${due}. ${people === 1 ? '1 person still needs' : `${people} people still need`} your decision.`,
      ...(why === 'reassigned' ? ['Their previous reviewer can no longer decide.'] : []),
      'Decide who keeps access, who needs another role and who no longer needs access. Access does not change until the review is completed.',
      { link, label: 'Open the access review' },
    ],
    'You receive this email because you are a reviewer in this access review.',
  );

export const reviewSeriesEndedMail = ({
  name,
  review,
  organisation,
  link,
}: Pick<Given, 'name' | 'review' | 'organisation' | 'link'>): MailContent =>
  composeMail(
    'A recurring access review has ended',
    [
      greeting(name),
      `The access review “${oneLine(review)}” of ${oneLine(organisation)} no longer repeats. The user who set it up can no longer start access reviews.`,
      'If you still need it, start a new recurring access review.',
      { link, label: 'Open access reviews' },
    ],
    `You receive this email because you are responsible for ${oneLine(organisation)}.`,
  );

/** `problem` completes "An access review". */
export const reviewNotStartedMail = ({
  name,
  review,
  organisation,
  problem,
  link,
}: Pick<Given, 'name' | 'review' | 'organisation' | 'link'> & { problem: string }): MailContent =>
  composeMail(
    'A recurring access review was not started',
    [
      greeting(name),
      `The access review “${oneLine(review)}” of ${oneLine(organisation)} was due to start today, but was not started. An access review ${problem}.`,
      'End the recurring review, and start one with other people, such as one for each role.',
      { link, label: 'Open access reviews' },
    ],
    `You receive this email because you are responsible for ${oneLine(organisation)}.`,
  );
