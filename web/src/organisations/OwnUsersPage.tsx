import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { OwnOrganisationFrame } from '../ui/page/OwnOrganisationFrame.tsx';
import { unfilteredTotal } from '../ui/table/tableSections.ts';
import { UserListActions } from '../users/UserListActions.tsx';
import { UserSeats } from '../users/UserSeats.tsx';
import { isDefaultUserList, useUserListParams } from '../users/userListParams.ts';
import { OrganisationUserLists } from './OrganisationUserLists.tsx';

const pageQuery = graphql(`
  query OwnUsersPage(
    $search: String
    $activeFilter: UserFilter, $activeOrder: UserOrder, $activeFirst: Int!, $activeOffset: Int
    $inactiveFilter: UserFilter, $inactiveOrder: UserOrder, $inactiveFirst: Int!, $inactiveOffset: Int
    $externalFirst: Int!, $externalOffset: Int
  ) {
    viewer {
      ...Shell_viewer
      ...UserLists_viewer
      organisation {
        id
        brandName
        ...OrganisationUserLists_organisation @unmask # the last result is shown while the next one is loading
      }
    }
    lookups { ...UserLists_lookups }
  }
`);

const main = ['viewer.organisation.active', 'viewer.organisation.inactive'];

/** The users of the viewer's own organisation. */
export function Component() {
  const { params, variables } = useUserListParams();
  const { settled } = useTrail();
  const page = usePageQuery(pageQuery, variables, {
    main,
    keep: () => true,
    settled: settled && isDefaultUserList(params),
  });
  const { loading, retry } = page;
  return (
    <OwnOrganisationFrame
      title="Users"
      page={page}
      header={(organisation) => ({
        count: unfilteredTotal(params.narrowing, [organisation.active, organisation.inactive]),
        facts: <UserSeats organisation={organisation} />,
        actions: <UserListActions organisation={organisation} />,
      })}
    >
      {(organisation, { lookups }) => (
        <OrganisationUserLists
          organisation={organisation}
          lookups={lookups}
          params={params}
          loading={loading}
          onRetry={retry}
        />
      )}
    </OwnOrganisationFrame>
  );
}
