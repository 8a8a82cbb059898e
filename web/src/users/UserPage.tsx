import { Container, Stack } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';
import { useOrigin } from '../ui/useOrigin.ts';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { useTrail } from '../ui/useTrail.ts';
import { UserDetails } from './UserDetails.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';

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
      }
      ...UserDetails_user
    }
  }
`);

/** A user of one's own organisation, or of the organisation in the address. */
export function Component() {
  const { orgId, userId = '' } = useParams();
  const { from, crumb } = useOrigin();
  const { back } = useTrail();
  const { data, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { id: userId },
    { main: ['user', 'user.organisation'] },
  );
  const user = data?.user;
  const organisation = user?.organisation;
  usePageTitle(user?.fullName ?? 'User', organisation?.brandName);
  const place = orgId ?? data?.viewer?.user?.organisationId;
  // From the cache it may be known to be foreign before the answer is here.
  const settled = whole || (user && place !== undefined);
  const unknown = settled && user?.organisationId !== place;
  if (missing || unknown || (whole && !organisation)) return <ToPageNotFound />;
  if (!user || !organisation) return failed ? <LoadFailure what="This user" onRetry={retry} /> : <LoadingScreen />;
  const listPath = `/O/${orgId}/user`;
  const crumbs = orgId
    ? [
        crumb,
        { label: organisation.brandName, to: `/O/${orgId}?from=${from}` },
        { label: 'User', to: back(listPath) === listPath ? `${listPath}?from=${from}` : back(listPath) },
      ]
    : [{ label: 'User', to: back('/U') }];
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg" maw={960}>
        <PageHeader
          crumbs={[...crumbs, { label: user.fullName }]}
          title={user.fullName}
          badge={<UserStatusBadge status={user.status} />}
        />
        <UserDetails user={user} />
      </Stack>
    </Container>
  );
}
