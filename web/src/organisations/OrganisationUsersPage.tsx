import { Container, Stack } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { isDefaultUserList, useUserListParams } from '../users/userListParams.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';
import { OrganisationUserLists } from './OrganisationUserLists.tsx';

const pageQuery = graphql(`
  query OrganisationUsersPage(
    $id: ID!
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
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...OrganisationUserLists_organisation @unmask # the last result is shown while the next one is loading
    }
    lookups {
      ...UserLists_lookups
    }
  }
`);

const main = ['organisation', 'organisation.active', 'organisation.inactive'];

export function Component() {
  const { orgId = '' } = useParams();
  const { params, variables } = useUserListParams();
  const { settled } = useTrail();
  const { data, loading, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { id: orgId, ...variables },
    { main, keep: (shown) => shown.organisation?.id === orgId, settled: settled && isDefaultUserList(params) },
  );
  const organisation = data?.organisation;
  usePageTitle('Users', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={orgId} tab="user" failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader organisation={organisation} tab="user" />
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
