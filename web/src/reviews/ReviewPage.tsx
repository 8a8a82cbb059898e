import { useEffect, useEffectEvent } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { AccessReviewItemFilter } from '../gql/graphql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { withParameters } from '../ui/table/listAddress.ts';
import { TableToolbar } from '../ui/table/TableToolbar.tsx';
import { emptyReason } from '../ui/table/tableSections.ts';
import { useListParams } from '../ui/table/useListParams.ts';
import { DecisionSender } from './DecisionSender.tsx';
import { ReviewHeader, type ReviewView } from './ReviewHeader.tsx';
import { ReviewPeople } from './ReviewPeople.tsx';
import { ReviewSummary } from './ReviewSummary.tsx';
import { outcomeLooks, outcomes } from './reviewWords.ts';
import { useDecisions } from './useDecisions.ts';

const pageQuery = graphql(`
  query ReviewPage($id: ID!, $filter: AccessReviewItemFilter, $search: String, $after: String, $people: Boolean!) {
    viewer { ...Shell_viewer user { id organisationId } }
    accessReview(id: $id) {
      id
      name
      organisationId
      organisationName
      state
      endedAt
      viewerCanRead
      viewerPersonCount
      ...ReviewHeader_review
      ...ReviewSummary_review
    }
    accessReviewItems(reviewId: $id, filter: $filter, search: $search, first: 100, after: $after) @include(if: $people) {
      ...ReviewPeople_items @unmask # a page of a list has no cache id
    }
    lookups @include(if: $people) { departments { id label } }
  }
`);

const main = ['accessReview'];
const pollMs = 2_000;
const views: readonly ReviewView[] = ['mine', 'all', 'summary'];

const statusFilters: Readonly<Record<string, AccessReviewItemFilter>> = {
  open: { decided: false },
  decided: { decided: true },
  ...Object.fromEntries(outcomes.map((outcome) => [outcome, { outcome }])),
};
const filters: Record<string, (value: string) => AccessReviewItemFilter | undefined> = {
  status: (status) => statusFilters[status],
  department: (department) => ({ department }),
};
const openOptions = [
  { value: 'open', label: 'Pending' },
  { value: 'decided', label: 'Decided' },
];
const endedOptions = outcomes.map((outcome) => ({ value: outcome, label: outcomeLooks[outcome][0] }));

/** An access review: the people that the viewer decides about, all people, or its summary. */
export function Component() {
  const { reviewId = '' } = useParams();
  return <Review key={reviewId} id={reviewId} />;
}

function Review({ id }: { id: string }) {
  const decisions = useDecisions();
  const [address, setAddress] = useSearchParams();
  const view = views.find((one) => one === address.get('show')) ?? 'mine';
  const params = useListParams({ tables: { people: '' }, filters });
  const filter = { ...params.filter, ...(view === 'mine' && { mine: true }) };
  const { search } = params.variables;
  const variables = { id, filter, search, after: address.get('page'), people: view !== 'summary' };
  const { data, loading, missing, whole, failed, retry } = usePageQuery(pageQuery, variables, {
    main,
    keep: (shown) => shown.accessReview?.id === id,
  });
  const review = data?.accessReview;
  usePageTitle(review?.name ?? 'Access review', review?.organisationName);
  const isEnding = review?.state === 'ENDING';
  const readAgain = useEffectEvent(() => retry());
  useEffect(
    function followEnding() {
      if (!isEnding) return undefined;
      const timer = setInterval(() => readAgain(), pollMs);
      return () => clearInterval(timer);
    },
    [isEnding],
  );
  if (missing || (whole && !review)) return <RedirectToPageNotFound />;
  // First in each result, so that decisions are also sent while the people cannot be shown.
  const sender = <DecisionSender reviewId={id} decisions={decisions} />;
  if (!data || !review)
    return (
      <>
        {sender}
        <PagePlaceholder
          header={<PageHeader crumbs={[{ label: 'Access reviews', to: '/O/reviews' }]} title="Access review" />}
          what="This access review"
          failed={failed}
          onRetry={retry}
        />
      </>
    );
  const departments = data.lookups?.departments;
  const isOwn = review.organisationId === data.viewer?.user.organisationId;
  // Viewers who have no decisions to make can only read the review.
  if (view === 'mine' && review.viewerPersonCount === 0 && review.viewerCanRead)
    return (
      <>
        {sender}
        <Navigate to={`?show=${review.state === 'OPEN' ? 'all' : 'summary'}`} replace />
      </>
    );
  return (
    <>
      {sender}
      <PageFrame header={<ReviewHeader review={review} view={view} own={isOwn} />}>
        {view === 'summary' ? (
          <ReviewSummary review={review} />
        ) : (
          <ReviewPeople
            decisions={decisions}
            state={review.state}
            items={data.accessReviewItems}
            loading={loading}
            onRetry={retry}
            pathOf={(userId) => (isOwn ? `/U/${userId}/view` : `/O/${review.organisationId}/user/${userId}`)}
            emptyReason={emptyReason(params.narrowing, 'No one is in this review.')}
            toolbar={
              <TableToolbar
                searchLabel="Search people"
                filters={[
                  {
                    name: 'status',
                    label: 'Show',
                    options: review.endedAt && review.state !== 'CANCELLED' ? endedOptions : openOptions,
                  },
                  {
                    name: 'department',
                    label: 'Department',
                    options: departments?.map(({ label }) => ({ value: label, label })),
                  },
                ]}
                narrowing={params.narrowing}
              />
            }
            onPage={(page) => setAddress((now) => withParameters(now, { page, peek: null }))}
          />
        )}
      </PageFrame>
    </>
  );
}
