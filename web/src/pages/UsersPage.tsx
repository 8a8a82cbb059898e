import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import type { ExternalUserSectionProps } from '../external-users/ExternalUserSection.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { InvitationSection } from '../invitations/InvitationSection.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { unfilteredTotal } from '../ui/table/tableSections.ts';
import { UserListActions } from '../users/UserListActions.tsx';
import { UserLists } from '../users/UserLists.tsx';
import { UserSeats } from '../users/UserSeats.tsx';
import { useUserListParams } from '../users/userListParams.ts';

// The external users are below the organisation's own users.
const ExternalUserSection = lazyPart<ExternalUserSectionProps>(
  async () => (await import('../external-users/ExternalUserSection.tsx')).ExternalUserSection,
  { loadOn: 'paint' },
);

// Separate queries, because one for both pages would exceed the gateway's limit for selections.
const ownQuery = graphql(`
  query OwnUsersPage(
    $search: String
    $activeFilter: UserFilter, $activeOrder: UserOrder, $activeFirst: Int!, $activeOffset: Int
    $inactiveFilter: UserFilter, $inactiveOrder: UserOrder, $inactiveFirst: Int!, $inactiveOffset: Int
    $externalFilter: ExternalUserFilter, $externalFirst: Int!, $externalOffset: Int
  ) {
    viewer {
      ...Shell_viewer
      ...UserLists_viewer
      organisation {
        ...UsersPage_organisation @unmask # the last result is shown while the next one is loading
      }
    }
    lookups { ...UserLists_lookups }
  }
`);

const otherQuery = graphql(`
  query OrganisationUsersPage(
    $id: ID!
    $search: String
    $activeFilter: UserFilter, $activeOrder: UserOrder, $activeFirst: Int!, $activeOffset: Int
    $inactiveFilter: UserFilter, $inactiveOrder: UserOrder, $inactiveFirst: Int!, $inactiveOffset: Int
    $externalFilter: ExternalUserFilter, $externalFirst: Int!, $externalOffset: Int
  ) {
    viewer { ...Shell_viewer ...UserLists_viewer }
    organisation(id: $id) {
      ...useOrganisationHeader_organisation
      ...UsersPage_organisation @unmask # the last result is shown while the next one is loading
    }
    lookups { ...UserLists_lookups }
  }
`);

graphql(`
  fragment UsersPage_organisation on Organisation {
    id
    brandName
    ...UserLists_organisation
    ...UserListActions_organisation
    ...UserSeats_organisation
    ...useUserLimitNotice_organisation
    ...useNewUserSteps_organisation
    ...UserLists_users @unmask # a page of a list has no cache id
    ...ExternalUserSection_users @unmask # a page of a list has no cache id
  }
`);

const title = 'Users';
const ownMain = ['viewer.organisation.active', 'viewer.organisation.inactive'];
const otherMain = ['organisation', 'organisation.active', 'organisation.inactive'];

/** The users of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { orgId = '' } = useParams();
  return <Users key={orgId} id={orgId} />;
}

function Users({ id }: { id: string }) {
  const own = id === '';
  const { params, variables } = useUserListParams();
  const trail = useTrail();
  const settled = trail.settled && params.isDefault;
  const ofOwn = usePageQuery(ownQuery, variables, { main: ownMain, keep: () => true, settled, skip: !own });
  const ofOther = usePageQuery(
    otherQuery,
    { id, ...variables },
    { main: otherMain, keep: () => true, settled, skip: own },
  );
  const page = own ? ofOwn : ofOther;
  const organisation = own ? ofOwn.data?.viewer?.organisation : ofOther.data?.organisation;
  const list = { params, loading: page.loading, onRetry: page.retry };
  const tabs = useOrganisationHeader('user', {
    actions: organisation && <UserListActions organisation={organisation} compact />,
  });
  return (
    <OrganisationFrame
      title={title}
      header={
        own ? (
          <PageHeader
            title={title}
            count={unfilteredTotal(params.narrowing, [organisation?.active, organisation?.inactive])}
            facts={organisation && <UserSeats organisation={organisation} />}
            actions={organisation && <UserListActions organisation={organisation} />}
          />
        ) : (
          tabs
        )
      }
      page={{ ...page, data: page.data, own, organisation }}
    >
      {(loaded, { lookups }) => (
        <UserLists
          organisation={loaded}
          lookups={lookups}
          counters={!own && <UserSeats organisation={loaded} />}
          externalCount={params.externalFilter ? undefined : loaded.external?.totalCount}
          external={
            <>
              <ExternalUserSection organisationId={loaded.id} users={loaded.external} {...list} />
              <InvitationSection
                organisationId={loaded.id}
                kinds={['USER', 'EXTERNAL_USER']}
                onExternalChanged={list.onRetry}
              />
            </>
          }
          {...list}
        />
      )}
    </OrganisationFrame>
  );
}
