import { Button, Group, Stack } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { LazyPersonalData } from '../privacy/LazyPersonalData.tsx';
import type { UserSecurityCardProps } from '../security/UserSecurityCard.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { withParameters } from '../ui/table/listAddress.ts';
import { ResponderNotice } from '../users/ResponderNotice.tsx';
import { failedResponderListMessages } from '../users/responders.ts';
import type { SignInBlockProps } from '../users/SignInBlock.tsx';
import { UserAccess } from '../users/UserAccess.tsx';
import { UserAvatar } from '../users/UserAvatar.tsx';
import { UserDetails } from '../users/UserDetails.tsx';
import { UserHeaderFacts } from '../users/UserHeaderFacts.tsx';
import { UserPlaceholder } from '../users/UserPlaceholder.tsx';
import { UserStatusBadge } from '../users/UserStatusBadge.tsx';
import { UserStatusButton } from '../users/UserStatusButton.tsx';
import { useReportResponderFailures } from '../users/useReportResponderFailures.ts';
import { useUserCrumbs } from '../users/useUserCrumbs.ts';
import { useUserPaths } from '../users/useUserPaths.ts';

const pageQuery = graphql(`
  query UserPage($id: ID!) {
    viewer { ...Shell_viewer user { id organisationId } }
    user(id: $id) {
      id
      fullName
      status
      isInvited
      signInBlockedAt
      lastSignInAt
      organisationId
      organisation { id brandName ...useUserLimitNotice_organisation }
      responder { continuer investigator arc }
      viewerCanEdit
      viewerCanActivate
      viewerCanDeactivate
      viewerCanUnblockSignIn
      viewerCanEndSessions
      viewerCanCopyPersonalData
      viewerCanErase
      viewerCanViewActivity
      ...UserStatusButton_user
      ...UserDetails_user
      ...UserHeaderFacts_user
      ...UserAccess_user
    }
  }
`);

// Sent after the page, because its fields need several calls to the product API.
const detailsQuery = graphql(`
  query UserPageDetails($id: ID!, $withDuties: Boolean!, $withSecurity: Boolean!) {
    user(id: $id) {
      id
      ...UserAccess_duties @include(if: $withDuties)
      ...UserAccess_provider @include(if: $withSecurity)
      ...UserSecurityCard_user @include(if: $withSecurity)
    }
  }
`);

const UserInvitation = lazyPart<{ userId: string }>(
  async () => (await import('../invitations/UserInvitation.tsx')).UserInvitation,
  { loadOn: 'paint' },
);
const SignInBlock = lazyPart<SignInBlockProps>(async () => (await import('../users/SignInBlock.tsx')).SignInBlock, {
  loadOn: 'need',
  isNeeded: ({ user }) => user.signInBlockedAt !== null,
});
const UserSecurityCard = lazyPart<UserSecurityCardProps>(
  async () => (await import('../security/UserSecurityCard.tsx')).UserSecurityCard,
  { loadOn: 'paint' },
);
const UserActivityCard = lazyPart<{ userId: string; to: string }>(
  async () => (await import('../audit/UserActivityCard.tsx')).UserActivityCard,
  { loadOn: 'paint' },
);
const UserActivity = lazyPart(async () => (await import('../audit/UserActivity.tsx')).UserActivity);

/** A user of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { userId = '' } = useParams();
  return <User key={userId} id={userId} />;
}

function User({ id: userId }: { id: string }) {
  const { orgId } = useParams();
  const [address] = useSearchParams();
  const { trail, settled: opensSettled } = useTrail();
  const paths = useUserPaths();
  const crumbs = useUserCrumbs();
  const { data, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { id: userId },
    { main: ['user', 'user.organisation'], settled: opensSettled },
  );
  const user = data?.user;
  const organisation = user?.organisation;
  const blocked = user?.status === 'ACTIVE' && user.viewerCanDeactivate;
  const responderFailures = blocked ? failedResponderListMessages(user.responder) : [];
  useReportResponderFailures(responderFailures, whole);
  const self = Boolean(user) && user?.id === data?.viewer?.user.id;
  const withDuties = user?.viewerCanActivate === true || user?.viewerCanDeactivate === true;
  const withSecurity = !self && user?.viewerCanEndSessions === true;
  // Queried once the page is shown: React may begin the first rendering several times, and each would send a query.
  const [shown, setShown] = useState({ withDuties: false, withSecurity: false });
  useEffect(
    function askForDetails() {
      setShown({ withDuties, withSecurity });
    },
    [withDuties, withSecurity],
  );
  const details = usePageQuery(
    detailsQuery,
    { id: userId, ...shown },
    { skip: !shown.withDuties && !shown.withSecurity },
  );
  const tabs = useUserTabs();
  usePageTitle(user?.fullName ?? 'User', organisation?.brandName);
  const place = orgId ?? data?.viewer?.user?.organisationId;
  // The cached user may show, before the result, that the user belongs to another organisation.
  const settled = whole || (user && place !== undefined);
  const unknown = settled && user?.organisationId !== place;
  if (missing || unknown || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!user || !organisation) return <UserPlaceholder id={userId} failed={failed} onRetry={retry} />;
  const showsActivity = user.viewerCanViewActivity && address.get('tab') === 'activity';
  const actions = (
    <Group gap="xs">
      <UserStatusButton user={user} organisation={organisation} readsAgain />
      {(self || user.viewerCanEdit) && (
        <Button component={Link} to={self ? '/profile' : paths.edit(user.id)} state={trail}>
          Edit
        </Button>
      )}
    </Group>
  );
  return (
    <PageFrame
      side={
        !showsActivity && (
          <Stack gap="md">
            <UserAccess
              user={user}
              details={details.data?.user}
              loading={details.loading}
              failed={details.failed}
              onRetry={details.retry}
            />
            {user.viewerCanViewActivity && <UserActivityCard userId={user.id} to={tabs.activity.to} />}
          </Stack>
        )
      }
      header={
        <PageHeader
          crumbs={crumbs(organisation.brandName)}
          avatar={<UserAvatar user={user} size={72} />}
          lines={<UserHeaderFacts user={user} />}
          title={user.fullName}
          badge={<UserStatusBadge user={user} />}
          actions={actions}
          {...(user.viewerCanViewActivity && {
            tabs: <TabBar label="User sections" state={tabs.state} tabs={[tabs.information, tabs.activity]} />,
          })}
        />
      }
    >
      {showsActivity ? (
        <Suspense fallback={<ContentSkeleton />}>
          <UserActivity userId={user.id} />
        </Suspense>
      ) : (
        <Stack gap="md">
          <ResponderNotice failed={responderFailures.length > 0} onRetry={retry} />
          <SignInBlock user={user} />
          <UserDetails user={user} />
          {/* The card loads later, and above the details it would move them. */}
          {!self && user.status === 'ACTIVE' && user.lastSignInAt === null && <UserInvitation userId={user.id} />}
          {withSecurity && details.data?.user && (
            <UserSecurityCard user={details.data.user} loading={details.loading} onRetry={details.retry} />
          )}
          {withSecurity && details.failed && !details.data && (
            <LoadFailure what="Sessions and devices" onRetry={details.retry} />
          )}
          {!self && <LazyPersonalData user={user} isOwn={false} />}
        </Stack>
      )}
    </PageFrame>
  );
}

/** The tabs of the page, with its origin. */
function useUserTabs() {
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  const tabOf = (label: string, tab: string | null) => ({
    label,
    to: `?${withParameters(new URLSearchParams(), { from: address.get('from'), tab })}`,
    current: (address.get('tab') === 'activity') === (tab !== null),
  });
  return { state, information: tabOf('Information', null), activity: tabOf('Activity', 'activity') };
}
