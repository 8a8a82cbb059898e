import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { NoOrganisation } from '../ui/NoOrganisation.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { useTrail } from '../ui/useTrail.ts';
import { UserLists } from './UserLists.tsx';
import { isPlain, useUserListParams } from './userListParams.ts';

const pageQuery = graphql(`
  query OwnUsersPage(
    $search: String
    $activeFilter: UserFilter
    $activeOrder: UserOrder
    $activeFirst: Int!
    $activeOffset: Int
    $inactiveFilter: UserFilter
    $inactiveOrder: UserOrder
    $inactiveFirst: Int!
    $inactiveOffset: Int
    $externalFirst: Int!
    $externalOffset: Int
  ) {
    viewer {
      ...Shell_viewer
      organisation {
        id
        brandName
        ...UserLists_organisation
        ...UserLists_users @unmask
      }
    }
    lookups {
      ...UserLists_lookups
    }
  }
`);

const main = ['viewer.organisation.active', 'viewer.organisation.inactive'];

export function Component() {
  const { params, variables } = useUserListParams();
  const { settled } = useTrail();
  const { data, loading, failed, missing, whole, retry } = usePageQuery(pageQuery, variables, {
    main,
    keep: () => true,
    settled: settled && isPlain(params),
  });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('Users', organisation?.brandName);
  if (missing) return <ToPageNotFound />;
  if (!viewer) return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
  if (!organisation && whole) return <NoOrganisation />;
  if (!organisation) return failed ? <LoadFailure what="Your organisation" onRetry={retry} /> : <LoadingScreen />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <PageHeader crumbs={[{ label: 'User' }]} title="Users" />
        <UserLists
          organisation={organisation}
          lookups={data.lookups}
          active={organisation.active}
          inactive={organisation.inactive}
          external={organisation.external}
          params={params}
          loading={loading}
          onRetry={retry}
        />
      </Stack>
    </Container>
  );
}
