import { Box, Button, Group } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { lateComponent } from '../ui/feedback/lateComponent.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { ResponderNotice } from './ResponderNotice.tsx';
import { responderFailuresOf } from './responders.ts';
import { UserDetails } from './UserDetails.tsx';
import { UserSeal } from './UserSeal.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';
import { UserStatusButton } from './UserStatusButton.tsx';
import { UserSummary } from './UserSummary.tsx';
import { useResponderFailures } from './useResponderFailures.ts';
import { useUserCrumbs } from './useUserCrumbs.ts';
import { useUserPaths } from './useUserPaths.ts';

const pageQuery = graphql(`
  query UserPage($id: ID!) {
    viewer {
      ...Shell_viewer
      user {
        id
        organisationId
      }
    }
    user(id: $id) {
      id
      fullName
      status
      organisationId
      organisation {
        id
        brandName
        ...useUserLimit_organisation
      }
      responder {
        continuer
        investigator
        arc
      }
      viewerCanEdit
      viewerCanDeactivate
      viewerCanEndSessions
      ...UserStatusButton_user
      ...UserDetails_user
      ...UserSummary_user
    }
  }
`);

const UserSecuritySection = lateComponent<{ id: string }>(
  async () => (await import('../security/UserSecuritySection.tsx')).UserSecuritySection,
);

/** A user of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { orgId, userId = '' } = useParams();
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
  const responderFailures = blocked ? responderFailuresOf(user.responder) : [];
  useResponderFailures(responderFailures, whole);
  usePageTitle(user?.fullName ?? 'User', organisation?.brandName);
  const place = orgId ?? data?.viewer?.user?.organisationId;
  // The cached user may show before the result that the organisation is another one.
  const settled = whole || (user && place !== undefined);
  const unknown = settled && user?.organisationId !== place;
  if (missing || unknown || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!user || !organisation) return <PagePlaceholder what="This user" failed={failed} onRetry={retry} />;
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
      side={<UserSummary user={user} />}
      header={
        <PageHeader
          crumbs={crumbs(organisation.brandName)}
          // The side column has a larger one.
          seal={
            <Box hiddenFrom="lg">
              <UserSeal user={user} size={40} />
            </Box>
          }
          title={user.fullName}
          badge={<UserStatusBadge status={user.status} />}
          actions={actions}
        />
      }
    >
      <ResponderNotice failed={responderFailures.length > 0} onRetry={retry} />
      <UserDetails user={user} />
      {!self && user.viewerCanEndSessions && <UserSecuritySection id={user.id} />}
    </PageFrame>
  );
}
