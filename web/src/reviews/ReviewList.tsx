import { Button, Group, Text } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { ReviewList_ReviewFragment, ReviewList_ReviewsFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { RowLink } from '../ui/table/RowLink.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { formatCount } from '../ui/values/format.ts';
import { ReviewStateBadge } from './ReviewStateBadge.tsx';
import { dayText } from './reviewWords.ts';

graphql(`
  fragment ReviewList_reviews on AccessReviewConnection {
    totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor }
    nodes { id ...ReviewList_review }
  }
`);

const rowFragment = graphql(`
  fragment ReviewList_review on AccessReview {
    id name dueOn state unappliedCount startedBy personCount decidedCount viewerCanRead viewerPersonCount viewerDecidedCount
  }
`);

type Row = ReviewList_ReviewFragment;

interface ReviewListProps {
  reviews: ReviewList_ReviewsFragment | null | undefined;
  canStart: boolean;
  loading: boolean;
  onRetry: () => void;
  /** Shows the reviews after a cursor; null for the newest ones. */
  onPage: (after: string | null) => void;
}

/** The reviews of an organisation, newest first. */
export function ReviewList({ reviews, canStart, loading, onRetry, onPage }: ReviewListProps) {
  const { hasNextPage = false, hasPreviousPage = false, endCursor = null } = reviews?.pageInfo ?? {};
  return (
    <TableSection heading="Reviews" count={reviews?.totalCount}>
      <DataTable
        caption="Access reviews"
        columns={columns}
        list={reviews}
        fragment={rowFragment}
        loading={loading}
        onRetry={onRetry}
        emptyReason={
          canStart
            ? 'Use access reviews to confirm regularly who needs access. Start the first one.'
            : 'No access reviews yet.'
        }
      />
      {(hasNextPage || hasPreviousPage) && (
        <Group component="nav" aria-label="Pages of access reviews" justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" disabled={!hasPreviousPage} onClick={() => onPage(null)}>
            Newest
          </Button>
          <Button variant="default" disabled={!hasNextPage} onClick={() => onPage(endCursor ?? null)}>
            Older
          </Button>
        </Group>
      )}
    </TableSection>
  );
}

/** Where a review opens: reviewers start with their people, other viewers with the summary. */
const viewOf = ({ state, viewerPersonCount }: Row) =>
  state === 'OPEN' ? (viewerPersonCount > 0 ? 'mine' : 'all') : 'summary';

/** Number of pending decisions of the viewer. */
const openCount = ({ state, viewerPersonCount, viewerDecidedCount }: Row) =>
  state === 'OPEN' ? viewerPersonCount - viewerDecidedCount : 0;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    full: ({ name }) => name,
    render: (row) => (
      <RowLink to={`/O/reviews/${row.id}${row.viewerCanRead ? `?show=${viewOf(row)}` : ''}`}>{row.name}</RowLink>
    ),
  },
  {
    key: 'state',
    title: 'State',
    min: 104,
    narrow: 'second line',
    render: (review) => <ReviewStateBadge review={review} />,
  },
  {
    ...textColumn<Row>('due', 'Due', ({ dueOn }) => dayText(dueOn)),
    narrow: 'second line',
    second: ({ dueOn }) => `Due ${dayText(dueOn)}`,
  },
  {
    key: 'decided',
    title: 'Decided',
    kind: 'number',
    min: 120,
    narrow: 'second line',
    render: ({ decidedCount, personCount }) => `${formatCount(decidedCount)} of ${formatCount(personCount)}`,
  },
  {
    key: 'mine',
    title: 'Pending for you',
    kind: 'number',
    min: 130,
    narrow: 'second line',
    second: (row) => openCount(row) > 0 && `${formatCount(openCount(row))} pending for you`,
    render: (row) =>
      openCount(row) > 0 ? (
        <Text span fw={600} size="sm">
          {formatCount(openCount(row))}
        </Text>
      ) : (
        '–'
      ),
  },
  { ...textColumn<Row>('by', 'Started by', ({ startedBy }) => startedBy), narrow: 'left out' },
];
