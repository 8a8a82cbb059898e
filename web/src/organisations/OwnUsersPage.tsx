import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { NoOrganisation } from '../ui/layout/NoOrganisation.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { isDefaultUserList, useUserListParams } from '../users/userListParams.ts';
import { OrganisationUserLists } from './OrganisationUserLists.tsx';

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
        ...OrganisationUserLists_organisation @unmask # the last result is shown while the next one is loading
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
    settled: settled && isDefaultUserList(params),
  });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('Users', organisation?.brandName);
  if (missing) return <RedirectToPageNotFound />;
  const header = <PageHeader crumbs={[{ label: 'User' }]} title="Users" />;
  if (viewer && !organisation && whole) return <NoOrganisation />;
  if (!data || !organisation)
    return (
      <PagePlaceholder
        header={header}
        what={viewer ? 'Your organisation' : 'This page'}
        failed={failed}
        onRetry={retry}
      />
    );
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        {header}
        <OrganisationUserLists
          organisation={organisation}
          lookups={data.lookups}
          params={params}
          loading={loading}
          onRetry={retry}
        />
      </Stack>
    </Container>
  );
}
