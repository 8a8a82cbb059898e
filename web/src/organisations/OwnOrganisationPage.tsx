import { Skeleton } from '@mantine/core';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { NoOwnOrganisation } from '../ui/page/NoOwnOrganisation.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { firstStepsOf } from './firstSteps.ts';
import { OrganisationOverview } from './OrganisationOverview.tsx';
import { SeniorManagement } from './SeniorManagement.tsx';
import { useSeesSeniorPosts } from './useSeesSeniorPosts.ts';
import { useWelcome } from './useWelcome.ts';

const Welcome = lazyPart(async () => (await import('./Welcome.tsx')).Welcome);

const pageQuery = graphql(`
  query OwnOrganisationPage($seesPosts: Boolean! = true, $welcome: Boolean! = false) {
    viewer {
      ...Shell_viewer
      firstSteps @include(if: $welcome) { hasOrganisationDetails hasCustomersOrVendors hasPeople }
      user { id email }
      can { editOwnOrganisation createOrganisation manageUsers viewUsers }
      organisation {
        id
        brandName
        ...OrganisationOverview_organisation
        ...OrganisationSeats_used @include(if: $seesPosts)
        ...SeniorManagement_organisation @include(if: $seesPosts)
      }
    }
  }
`);

// A viewer without the right has a page without senior posts.
const main = ['viewer.organisation.seniorManagement'];

export function Component() {
  const seesPosts = useSeesSeniorPosts();
  const { isOpen, asked: welcome, putAway } = useWelcome();
  const variables = { seesPosts, welcome };
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, variables, { main, keep: () => true });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  const steps = viewer ? firstStepsOf(viewer) : [];
  const allDone = steps.length > 0 && steps.every(({ done }) => done);
  const endWelcome = useEffectEvent(putAway);
  useEffect(
    function endWithTheLastStep() {
      if (allDone) endWelcome();
    },
    [allDone],
  );
  usePageTitle('Organisation', organisation?.brandName);
  if (viewer && !organisation && whole) return <NoOwnOrganisation />;
  if (!viewer || !organisation)
    return <PagePlaceholder of="facts" what="Your organisation" failed={failed} onRetry={retry} />;
  return (
    <OrganisationOverview
      organisation={organisation}
      editable={viewer.can.editOwnOrganisation}
      first={
        isOpen &&
        steps.length > 0 &&
        !allDone && (
          <Suspense fallback={<Skeleton h={{ base: 312, sm: 172 }} />}>
            <Welcome steps={steps} onPutAway={putAway} />
          </Suspense>
        )
      }
    >
      {viewer.can.viewUsers && seesPosts && !missing && (
        <SeniorManagement organisation={organisation} viewerEmail={viewer.user.email} onRetry={retry} />
      )}
    </OrganisationOverview>
  );
}
