import type { FragmentType } from '@apollo/client';
import { Alert, Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { AccessReviewEvidenceKind, ReviewSummary_ReviewFragment } from '../gql/graphql.ts';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { ReviewChanges } from './ReviewChanges.tsx';
import { dayText, decisionsText, outcomeLooks, outcomes, scopeText } from './reviewWords.ts';

const reviewFragment = graphql(`
  fragment ReviewSummary_review on AccessReview {
    id
    scope
    roles
    state
    dueOn
    startedAt
    startedBy
    seriesId
    endedAt
    finishedAt
    personCount
    decidedCount
    withoutReviewerCount
    decisionCounts { decision count }
    outcomeCounts { outcome count }
    reviewers { userId fullName personCount decidedCount }
    evidence { kind fileName byteCount sha256 createdAt }
    addenda { itemId fullName reason writtenBy writtenAt sha256 }
  }
`);

type Review = ReviewSummary_ReviewFragment;
type Reviewer = Review['reviewers'][number] & { id: string };

const kindLabels: Readonly<Record<AccessReviewEvidenceKind, string>> = {
  HTML: 'Page to print',
  PDF: 'PDF document',
  CSV: 'CSV table',
};

/** What a review is about, how far its reviewers are, and its evidence. */
export function ReviewSummary({ review }: { review: FragmentType<ReviewSummary_ReviewFragment> }) {
  const { data, complete } = useFragment(reviewFragment, review);
  if (!complete) return null;
  return (
    <Stack gap="lg">
      {data.state === 'ENDING' && (
        <Alert color="blue" role="status">
          The decisions are being applied. You can leave this page.
        </Alert>
      )}
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2}>Summary</Title>
          <DescriptionList
            entries={[
              ['People', scopeText(data.scope, data.roles)],
              ['Due', dayText(data.dueOn)],
              ['Started by', data.startedBy],
              ['Started', <Moment key="started" at={data.startedAt} withTime />],
              ...(data.seriesId ? [['Recurring', 'Yes'] as const] : []),
              ...(data.endedAt
                ? [
                    [
                      data.state === 'CANCELLED' ? 'Cancelled' : 'Completed',
                      <Moment key="ended" at={data.endedAt} withTime />,
                    ] as const,
                  ]
                : []),
              ['Decisions', decisionsText(data)],
              ...(data.withoutReviewerCount > 0
                ? [['No eligible reviewer', countOf(data.withoutReviewerCount, 'person', 'people')] as const]
                : []),
              ...outcomes.flatMap((outcome) => {
                const count = data.outcomeCounts.find((one) => one.outcome === outcome)?.count;
                const [label] = outcomeLooks[outcome];
                const list = `/O/reviews/${data.id}?show=all&status=${outcome}`;
                return count
                  ? [
                      [
                        label,
                        <Anchor key={outcome} component={Link} to={list}>
                          {formatCount(count)}
                        </Anchor>,
                      ] as const,
                    ]
                  : [];
              }),
            ]}
          />
          {data.decisionCounts.some(({ decision }) => decision !== 'KEEP') && <ReviewChanges id={data.id} />}
        </Stack>
      </Paper>
      {(data.evidence.length > 0 || Boolean(data.addenda?.length)) && <Evidence review={data} />}
      <TableSection heading="Reviewers" count={data.reviewers.length}>
        <DataTable
          caption="Reviewers"
          columns={reviewerColumns}
          list={{
            totalCount: data.reviewers.length,
            nodes: data.reviewers.map((reviewer) => ({ ...reviewer, id: reviewer.userId })),
          }}
          loading={false}
          emptyReason="There is no eligible reviewer for the people in this review."
          onRetry={() => undefined}
        />
      </TableSection>
    </Stack>
  );
}

const reviewerColumns: readonly Column<Reviewer>[] = [
  textColumn('name', 'Name', ({ fullName }) => fullName),
  {
    key: 'decided',
    title: 'Decided',
    kind: 'number',
    narrow: 'second line',
    render: ({ decidedCount, personCount }) => `${formatCount(decidedCount)} of ${formatCount(personCount)}`,
  },
];

function Evidence({ review: { id, evidence, addenda } }: { review: Pick<Review, 'id' | 'evidence' | 'addenda'> }) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Evidence">
      <Stack gap="sm">
        <Title order={2}>Evidence</Title>
        <Text>The files cannot be changed. A file that was modified cannot be downloaded.</Text>
        {evidence.map(({ kind, fileName, byteCount, sha256, createdAt }) => (
          <Stack key={kind} gap={0}>
            <Anchor href={`/files/access-reviews/${id}/${kind.toLowerCase()}`} download={fileName}>
              {kindLabels[kind]}
            </Anchor>
            <Text size="sm" c="dimmed">
              {`${fileName}, ${formatCount(Math.ceil(byteCount / 1024))} kB, `}
              <Moment at={createdAt} withTime />
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} translate="no">
              {`SHA-256 ${sha256}`}
            </Text>
          </Stack>
        ))}
        {addenda?.map(({ itemId, fullName, reason, writtenBy, writtenAt, sha256 }) => (
          <Stack key={itemId} gap={0}>
            <Text fw={600}>{`Decision about ${isolated(fullName)} not applied`}</Text>
            <Text style={{ whiteSpace: 'pre-line' }}>{reason ?? 'The reason was erased.'}</Text>
            <Text size="sm" c="dimmed">
              {`${writtenBy}, `}
              <Moment at={writtenAt} withTime />
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} translate="no">
              {`SHA-256 ${sha256}`}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Paper>
  );
}
