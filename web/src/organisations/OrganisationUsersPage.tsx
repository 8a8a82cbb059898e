import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { UserListActions } from '../users/UserListActions.tsx';
import { UserSeats } from '../users/UserSeats.tsx';
import { isDefaultUserList, useUserListParams } from '../users/userListParams.ts';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';
import { OrganisationUserLists } from './OrganisationUserLists.tsx';

const pageQuery = graphql(`
  query OrganisationUsersPage(
    $id: ID!
    $search: String
    $activeFilter: UserFilter, $activeOrder: UserOrder, $activeFirst: Int!, $activeOffset: Int
    $inactiveFilter: UserFilter, $inactiveOrder: UserOrder, $inactiveFirst: Int!, $inactiveOffset: Int
    $externalFirst: Int!, $externalOffset: Int
  ) {
    viewer { ...Shell_viewer ...UserLists_viewer }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...OrganisationUserLists_organisation @unmask # the last result is shown while the next one is loading
    }
    lookups { ...UserLists_lookups }
  }
`);

const main = ['organisation', 'organisation.active', 'organisation.inactive'];

export function Component() {
  const { orgId = '' } = useParams();
  const { params, variables } = useUserListParams();
  const { settled } = useTrail();
  const page = usePageQuery(
    pageQuery,
    { id: orgId, ...variables },
    { main, keep: (shown) => shown.organisation?.id === orgId, settled: settled && isDefaultUserList(params) },
  );
  return (
    <OrganisationTabFrame
      id={orgId}
      tab="user"
      title="Users"
      page={page}
      header={(organisation) => ({ actions: <UserListActions organisation={organisation} compact /> })}
    >
      {(organisation, { lookups }) => (
        <OrganisationUserLists
          organisation={organisation}
          lookups={lookups}
          counters={<UserSeats organisation={organisation} />}
          params={params}
          loading={page.loading}
          onRetry={page.retry}
        />
      )}
    </OrganisationTabFrame>
  );
}
