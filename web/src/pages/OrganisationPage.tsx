import { Button, Skeleton, Stack } from '@mantine/core';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationPage_OrganisationFragment } from '../gql/graphql.ts';
import { MappingRequestsPlaceholder } from '../mappings/MappingRequestsPlaceholder.tsx';
import { ConsolePurpose } from '../organisations/ConsolePurpose.tsx';
import { firstStepsOf } from '../organisations/firstSteps.ts';
import { OrganisationAccountPanel } from '../organisations/OrganisationAccountPanel.tsx';
import { OrganisationActions } from '../organisations/OrganisationActions.tsx';
import { OrganisationInformation } from '../organisations/OrganisationInformation.tsx';
import { useSeesSeniorPosts } from '../organisations/useSeesSeniorPosts.ts';
import { useWelcome } from '../organisations/useWelcome.ts';
import { OrganisationOverview } from '../overview/OrganisationOverview.tsx';
import { PageActions } from '../ui/layout/PageActions.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { OrganisationAvatar } from '../ui/page/OrganisationAvatar.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { OrganisationStateBadge } from '../ui/page/OrganisationStateBadge.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';

const MappingRequests = lazyPart(async () => (await import('../mappings/MappingRequests.tsx')).MappingRequests);
const SeniorManagement = lazyPart(async () => (await import('../organisations/SeniorManagement.tsx')).SeniorManagement);
const Welcome = lazyPart(async () => (await import('../organisations/Welcome.tsx')).Welcome);

const pageQuery = graphql(`
  query OrganisationPage($id: ID!, $own: Boolean!, $seesPosts: Boolean! = true, $welcome: Boolean! = false) {
    viewer {
      ...Shell_viewer
      firstSteps @include(if: $welcome) { hasOrganisationDetails hasCustomersOrVendors hasPeople }
      user { id email }
      can { editOwnOrganisation createOrganisation manageUsers viewUsers }
      organisation @include(if: $own) {
        ...OrganisationPage_organisation @unmask # this page's own fields, from either place
        ...OrganisationSeats_used @include(if: $seesPosts)
        ...SeniorManagement_organisation @include(if: $seesPosts)
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...useOrganisationHeader_organisation
      ...OrganisationActions_organisation
      ...OrganisationPage_organisation @unmask # this page's own fields, from either place
      ...OrganisationSeats_used
      ...SeniorManagement_organisation
    }
  }
`);

graphql(`
  fragment OrganisationPage_organisation on Organisation {
    id
    brandName
    state
    icon { name url }
    counts { completedAssessments assessments }
    viewerCanViewMappings
    viewerCanViewApiKeys
    viewerCanManageWebhooks
    viewerCanViewActivity
    viewerCanViewAccessReviews
    ...OrganisationStateBadge_organisation
    ...OrganisationInformation_organisation
    ...OrganisationOverview_organisation
    attention { kind count } # what can be done here
    ...OrganisationAccountPanel_organisation
  }
`);

const main = ['seniorManagement'];

/** The information on the viewer's own organisation, or on the one in the address. */
export function Component() {
  const seesPosts = useSeesSeniorPosts();
  const { isOpen, asked, putAway } = useWelcome();
  const own = useParams().orgId === undefined;
  const page = useOrganisationQuery(pageQuery, { main, keep: true }, { seesPosts, welcome: own && asked });
  const { data, organisation, missing, loading, retry } = page;
  const [acted, setActed] = useState(false);
  const tabs = useOrganisationHeader('info', {
    settled: acted,
    actions: organisation && (
      <OrganisationActions organisation={organisation} compact onChanged={() => setActed(true)} />
    ),
  });
  const viewer = data?.viewer;
  const steps = viewer ? firstStepsOf(viewer) : [];
  const allDone = steps.length > 0 && steps.every(({ done }) => done);
  const endWelcome = useEffectEvent(putAway);
  useEffect(
    function endWithTheLastStep() {
      if (allDone) endWelcome();
    },
    [allDone],
  );
  const editable = viewer?.can.editOwnOrganisation === true;
  const pendingRequests = organisation?.attention?.find(({ kind }) => kind === 'MAPPING_REQUESTS')?.count ?? 0;
  const needsAttention = Boolean(organisation?.attention?.length);
  const overviewOf = (shown: OrganisationPage_OrganisationFragment) => (
    <OrganisationOverview organisation={shown} own={own}>
      {own && pendingRequests > 0 && (
        <Suspense fallback={<MappingRequestsPlaceholder count={pendingRequests} />}>
          <MappingRequests organisationId={shown.id} count={pendingRequests} onChanged={retry} />
        </Suspense>
      )}
    </OrganisationOverview>
  );
  const ownHeader = organisation && (
    <PageHeader
      avatar={<OrganisationAvatar organisation={organisation} size={40} />}
      title={organisation.brandName}
      badge={<OrganisationStateBadge organisation={organisation} />}
      actions={<OwnActions organisation={organisation} editable={editable} />}
    />
  );
  return (
    <OrganisationFrame
      title={own ? 'Organisation' : 'Information'}
      header={own ? ownHeader : tabs}
      side={organisation && <OrganisationAccountPanel organisation={organisation} readOnly={own && !editable} />}
      of="facts"
      // A viewer without the permission gets a page without senior positions. The refusal is known before the result is rendered.
      page={{ ...page, missing: missing && !loading && !organisation }}
    >
      {(loaded) => (
        <Stack gap="lg">
          {needsAttention && overviewOf(loaded)}
          {isOpen && steps.length > 0 && !allDone && (
            <Suspense fallback={<Skeleton h={{ base: 312, sm: 172 }} />}>
              <Welcome steps={steps} onPutAway={putAway} />
            </Suspense>
          )}
          {!needsAttention && overviewOf(loaded)}
          {own && viewer && !viewer.can.viewUsers && <ConsolePurpose />}
          <OrganisationInformation organisation={loaded} />
          {viewer?.can.viewUsers && seesPosts && !missing && (
            <Suspense fallback={<ContentSkeleton />}>
              <SeniorManagement organisation={loaded} viewerEmail={viewer.user.email} onRetry={retry} />
            </Suspense>
          )}
        </Stack>
      )}
    </OrganisationFrame>
  );
}

interface OwnActionsProps {
  organisation: OrganisationPage_OrganisationFragment;
  editable: boolean;
}

function OwnActions({ organisation, editable }: OwnActionsProps) {
  const { viewerCanViewMappings, viewerCanViewApiKeys, viewerCanManageWebhooks, viewerCanViewActivity } = organisation;
  const { viewerCanViewAccessReviews } = organisation;
  const { trail } = useTrail();
  const keys = viewerCanManageWebhooks ? 'API keys and webhooks' : 'API keys';
  return (
    <PageActions
      others={[
        ...(viewerCanViewMappings ? [{ label: 'External Mapping', to: '/M', state: trail }] : []),
        ...(viewerCanViewApiKeys ? [{ label: keys, to: '/O/keys', state: trail }] : []),
        ...(viewerCanViewAccessReviews && !viewerCanViewActivity
          ? [{ label: 'Access reviews', to: '/O/reviews', state: trail }]
          : []),
        ...(viewerCanViewActivity ? [{ label: 'Activity', to: '/O/activity', state: trail }] : []),
      ]}
      primary={
        editable && (
          <Button component={Link} to="/O/edit" state={trail}>
            Edit
          </Button>
        )
      }
    />
  );
}
