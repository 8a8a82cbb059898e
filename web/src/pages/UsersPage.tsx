import type { FragmentType } from '@apollo/client';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import type { ExternalUserSectionProps } from '../external-users/ExternalUserSection.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { UserLists_LookupsFragment, UsersPage_OrganisationFragment } from '../gql/graphql.ts';
import { InvitationSection } from '../invitations/InvitationSection.tsx';
import { useOrganisationHeader } from '../organisations/useOrganisationHeader.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useTrail } from '../ui/layout/useTrail.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { unfilteredTotal } from '../ui/table/tableSections.ts';
import { UserListActions } from '../users/UserListActions.tsx';
import { UserLists } from '../users/UserLists.tsx';
import { UserSeats } from '../users/UserSeats.tsx';
import { useNewUserSteps } from '../users/useNewUserSteps.tsx';
import { type UserListParams, useUserListParams } from '../users/userListParams.ts';

// Below the organisation's own users.
const ExternalUserSection = lazyPart<ExternalUserSectionProps>(
  async () => (await import('../external-users/ExternalUserSection.tsx')).ExternalUserSection,
  { loadOn: 'paint' },
);

const pageQuery = graphql(`
  query UsersPage(
    $id: ID!
    $own: Boolean!
    $search: String
    $activeFilter: UserFilter, $activeOrder: UserOrder, $activeFirst: Int!, $activeOffset: Int
    $inactiveFilter: UserFilter, $inactiveOrder: UserOrder, $inactiveFirst: Int!, $inactiveOffset: Int
    $externalFirst: Int!, $externalOffset: Int
  ) {
    viewer {
      ...Shell_viewer
      ...UserLists_viewer
      organisation @include(if: $own) {
        ...UsersPage_organisation @unmask # the last result is shown while the next one is loading
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...OrganisationHeader_organisation
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
const main = ['active', 'inactive'];

/** The users of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { params, variables } = useUserListParams();
  const { settled } = useTrail();
  const page = useOrganisationQuery(
    pageQuery,
    { main, keep: true, settled: settled && params.isDefault },
    variables,
  );
  const { own, organisation, loading, retry } = page;
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
      page={page}
    >
      {(loaded, { lookups }) => (
        <AllUserLists
          organisation={loaded}
          lookups={lookups}
          hasCounters={!own}
          params={params}
          loading={loading}
          onRetry={retry}
        />
      )}
    </OrganisationFrame>
  );
}

interface AllUserListsProps {
  organisation: UsersPage_OrganisationFragment;
  lookups: FragmentType<UserLists_LookupsFragment>;
  /** The key figures are at the end of the toolbar. */
  hasCounters: boolean;
  params: UserListParams;
  loading: boolean;
  onRetry: () => void;
}

/** The users of an organisation, its external users and those who were invited. */
function AllUserLists({ organisation, lookups, hasCounters, ...list }: AllUserListsProps) {
  const { steps, dialog } = useNewUserSteps(organisation);
  return (
    <UserLists
      organisation={organisation}
      lookups={lookups}
      active={organisation.active}
      inactive={organisation.inactive}
      next={steps}
      counters={hasCounters && <UserSeats organisation={organisation} />}
      externalCount={organisation.external?.totalCount}
      external={
        <>
          <ExternalUserSection organisationId={organisation.id} users={organisation.external} {...list} />
          <InvitationSection
            organisationId={organisation.id}
            kinds={['USER', 'EXTERNAL_USER']}
            onExternalChanged={list.onRetry}
          />
          {dialog}
        </>
      }
      {...list}
    />
  );
}
