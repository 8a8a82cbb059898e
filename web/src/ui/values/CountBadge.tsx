import { Badge } from '@mantine/core';
import { formatCount } from './format.ts';

interface CountBadgeProps {
  count: number;
  /** Names what is counted, if that is not all rows. */
  counts?: string | undefined;
}

/** The number next to a heading. Wide enough for four digits, so that a filter moves nothing next to it. */
export const CountBadge = ({ count, counts }: CountBadgeProps) => (
  <Badge
    variant="default"
    miw={56}
    flex="none"
    translate={counts ? undefined : 'no'}
    role="img"
    aria-label={`${formatCount(count)} ${counts ?? 'in all'}`}
  >
    {[formatCount(count), counts].filter(Boolean).join(' ')}
  </Badge>
);
