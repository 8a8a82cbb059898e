import { Suspense } from 'react';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import type { StartReviewFormProps } from './StartReviewForm.tsx';

// Its radio buttons come with a script that pages load after they are painted.
const StartReviewForm = lazyPart<StartReviewFormProps>(
  async () => (await import('./StartReviewForm.tsx')).StartReviewForm,
);

const pageQuery = graphql(`
  query StartReviewPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) { id brandName timeZone viewerCanStartAccessReview selfSetSupervisorCount accessReviews(first: 25) { nodes { id name } } }
    }
    organisation(id: $id) @skip(if: $own) { id brandName timeZone viewerCanStartAccessReview selfSetSupervisorCount accessReviews(first: 25) { nodes { id name } } }
  }
`);

const title = 'Start access review';

/** Starts a review of the access to the viewer's own organisation, or to the one in the address. */
export function Component() {
  const page = useOrganisationQuery(pageQuery);
  const { own, organisation } = page;
  const list = own ? '/O/reviews' : `/O/${organisation?.id ?? ''}?tab=reviews`;
  return (
    <OrganisationFrame
      title={title}
      header={<PageHeader crumbs={[{ label: 'Access reviews', to: list }]} title={title} />}
      side={
        <HelpPanel
          topics={[
            [
              'Reviewers',
              'Reviewers cannot decide about themselves or about people with a higher role. You review these people, and those who set their own supervisor. Another Organiser or an Administrator reviews you.',
            ],
            [
              'Decisions',
              'Keep access, change the role, or remove access. Nothing changes until you complete the review with your password.',
            ],
            [
              'Evidence',
              'A page and a CSV file are created when the review is completed, and stored unchanged. Print or save the page as PDF in your browser.',
            ],
          ]}
        />
      }
      sideLabel="Help"
      of="form"
      page={page}
      needs="viewerCanStartAccessReview"
    >
      {({ id, timeZone, accessReviews, selfSetSupervisorCount }) => (
        <Suspense fallback={<ContentSkeleton of="form" />}>
          <StartReviewForm
            key={id}
            organisationId={id}
            timeZone={timeZone ?? 'UTC'}
            takenNames={accessReviews?.nodes.map(({ name }) => name) ?? []}
            selfSetCount={selfSetSupervisorCount ?? 0}
            list={list}
          />
        </Suspense>
      )}
    </OrganisationFrame>
  );
}
