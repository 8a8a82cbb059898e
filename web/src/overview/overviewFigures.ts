import { formatCount, formatOptionalCount } from '../ui/layout/format.ts';
import type { OverviewLinks } from './overviewLinks.ts';
import { pendingText, seatsText, sumOf } from './overviewTexts.ts';
import type { OverviewData } from './useOverview.ts';

/** A number of the folded overview; undefined while it is loading. */
export interface Figure {
  label: string;
  value: string | undefined;
  to?: string | undefined;
}

type Waiting = { count: number; since: string | null } | null;

const unknown = formatOptionalCount(null);

/** The pending ones together; unknown when one number is. */
function sumOfWaiting(overview: OverviewData, all: readonly Waiting[]): string {
  const known = all.filter((one) => one !== null);
  if (known.length < all.length) return unknown;
  const count = sumOf(known, (one) => one.count);
  const [since = null] = known.flatMap((one) => one.since ?? []).toSorted();
  return pendingText(count, since, overview.countedAt);
}

/** The figures of all organisations, in one line. */
export function figuresOfAll(overview: OverviewData | undefined): Figure[] {
  const figure = (label: string, value: (known: OverviewData) => string): Figure => ({
    label,
    value: overview && value(overview),
  });
  return [
    figure('Active', ({ organisations }) => formatOptionalCount(organisations?.active)),
    figure('Disabled', ({ organisations }) => formatOptionalCount(organisations?.disabled)),
    figure('Users', ({ seats }) => seatsText(seats)),
    figure('Overdue', ({ assessmentDetails }) => formatOptionalCount(assessmentDetails?.overdue)),
    figure('Pending', (known) =>
      sumOfWaiting(known, [known.mappingRequests, known.invitations, known.organisationInvitations]),
    ),
  ];
}

/** The figures of one organisation. */
export function figuresOfOne(overview: OverviewData | undefined, links: OverviewLinks): Figure[] {
  const figure = (label: string, to: string | undefined, value: (known: OverviewData) => string): Figure => ({
    label,
    to,
    value: overview && value(overview),
  });
  return [
    figure('Active users', links.users?.(), ({ seats }) => seatsText(seats)),
    figure('Signed in (last 30 days)', undefined, ({ signIns }) => formatOptionalCount(signIns?.users)),
    figure('Pending assessments', links.assessments?.(), ({ assessments }) => {
      if (!assessments) return unknown;
      return `${formatCount(assessments.pending)} of ${formatCount(assessments.total)}`;
    }),
    ...(links.assessments
      ? [
          figure('Overdue', links.assessments('overdue=yes'), ({ assessmentDetails }) =>
            formatOptionalCount(assessmentDetails?.overdue),
          ),
        ]
      : []),
    figure('Mapping requests', links.mappings?.(), (known) => sumOfWaiting(known, [known.mappingRequests])),
    figure('User invitations', links.users?.('invited=PENDING'), (known) => sumOfWaiting(known, [known.invitations])),
    figure('Organisation invitations', links.mappings?.('invited=PENDING'), (known) =>
      sumOfWaiting(known, [known.organisationInvitations]),
    ),
  ];
}
