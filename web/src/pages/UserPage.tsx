import { Button, Group, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { withParameters } from '../ui/table/listAddress.ts';
import { ResponderNotice } from '../users/ResponderNotice.tsx';
import { failedResponderListMessages } from '../users/responders.ts';
import { UserAccountPanel } from '../users/UserAccountPanel.tsx';
import { UserDetails } from '../users/UserDetails.tsx';
import { UserHeaderAvatar } from '../users/UserHeaderAvatar.tsx';
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
      lastSignInAt
      organisationId
      organisation { id brandName ...useUserLimitNotice_organisation }
      responder { continuer investigator arc }
      viewerCanEdit
      viewerCanDeactivate
      viewerCanEndSessions
      viewerCanViewActivity
      ...UserStatusButton_user
      ...UserDetails_user
      ...UserAccountPanel_user
    }
  }
`);

const UserInvitation = lazyPart<{ userId: string }>(
  async () => (await import('../invitations/UserInvitation.tsx')).UserInvitation,
  { loadOn: 'paint' },
);
const UserSecuritySection = lazyPart<{ userId: string }>(
  async () => (await import('../security/UserSecuritySection.tsx')).UserSecuritySection,
  { loadOn: 'paint' },
);
const UserActivity = lazyPart(async () => (await import('./UserActivity.tsx')).UserActivity);

/** A user of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { orgId, userId = '' } = useParams();
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
  usePageTitle(user?.fullName ?? 'User', organisation?.brandName);
  const place = orgId ?? data?.viewer?.user?.organisationId;
  // The cached user may show before the result that the organisation is another one.
  const settled = whole || (user && place !== undefined);
  const unknown = settled && user?.organisationId !== place;
  if (missing || unknown || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!user || !organisation) return <UserPlaceholder id={userId} failed={failed} onRetry={retry} />;
  const showsActivity = user.viewerCanViewActivity && address.get('tab') === 'activity';
  const self = user.id === data?.viewer?.user.id;
  const actions = (
    <Group gap="xs">
      <UserStatusButton user={user} organisation={organisation} />
      {(self || user.viewerCanEdit) && (
        <Button component={Link} to={self ? '/profile' : paths.edit(user.id)} state={trail}>
          Edit
        </Button>
      )}
    </Group>
  );
  return (
    <PageFrame
      side={<UserAccountPanel user={user} />}
      header={
        <PageHeader
          crumbs={crumbs(organisation.brandName)}
          avatar={<UserHeaderAvatar user={user} />}
          title={user.fullName}
          badge={<UserStatusBadge user={user} />}
          actions={actions}
          {...(user.viewerCanViewActivity && { tabs: <UserTabs /> })}
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
          <UserDetails user={user} />
          {/* It loads later, and would move the details down. */}
          {!self && user.status === 'ACTIVE' && user.lastSignInAt === null && <UserInvitation userId={user.id} />}
          {!self && user.viewerCanEndSessions && <UserSecuritySection userId={user.id} />}
        </Stack>
      )}
    </PageFrame>
  );
}

function UserTabs() {
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  const link = (label: string, tab: string | null) => ({
    label,
    to: `?${withParameters(new URLSearchParams(), { from: address.get('from'), tab })}`,
    current: (address.get('tab') === 'activity') === (tab !== null),
  });
  return (
    <TabBar label="User sections" state={state} tabs={[link('Information', null), link('Activity', 'activity')]} />
  );
}
