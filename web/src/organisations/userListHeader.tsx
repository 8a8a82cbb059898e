import type { OrganisationUserLists_OrganisationFragment } from '../gql/graphql.ts';
import { UserListActions } from '../users/UserListActions.tsx';
import { UserSeats } from '../users/UserSeats.tsx';

/** What the header of a list of users shows beside its title. */
export const userListHeader = (organisation: OrganisationUserLists_OrganisationFragment) => ({
  facts: <UserSeats organisation={organisation} />,
  actions: <UserListActions organisation={organisation} />,
});
