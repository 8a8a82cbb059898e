import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import type {
  UserLists_LookupsFragment,
  UserLists_OrganisationFragment,
  UserTable_UsersFragment,
} from '../gql/graphql.ts';
import { formatCount } from '../ui/layout/format.ts';
import { latePeek } from '../ui/peek/latePeek.ts';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { TableToolbar } from '../ui/table/TableToolbar.tsx';
import { ResponderNotice } from './ResponderNotice.tsx';
import { UserListActions } from './UserListActions.tsx';
import { UserTable } from './UserTable.tsx';
import { useResponderFailures } from './useResponderFailures.ts';
import { isDefaultUserList, type UserListParams } from './userListParams.ts';

const UserPeek = latePeek(async () => (await import('./UserPeek.tsx')).UserPeek);

const organisationFragment = graphql(`
  fragment UserLists_organisation on Organisation {
    id
    userLimitText
    activeUserCount
    ...UserListActions_organisation
    ...useUserLimit_organisation
  }
`);

// The pages pass the lists on, because they know which result to show while the next one is loading.
graphql(`
  fragment UserLists_users on Organisation {
    active: users(
      filter: $activeFilter
      search: $search
      orderBy: $activeOrder
      first: $activeFirst
      offset: $activeOffset
    ) {
      ...UserTable_users @unmask # a page of a list has no cache id
    }
    inactive: users(
      filter: $inactiveFilter
      search: $search
      orderBy: $inactiveOrder
      first: $inactiveFirst
      offset: $inactiveOffset
    ) {
      ...UserTable_users @unmask # a page of a list has no cache id
    }
  }
`);

const lookupsFragment = graphql(`
  fragment UserLists_lookups on Lookups {
    roles {
      id
      name
    }
    departments {
      id
      label
    }
  }
`);

interface UserListsProps {
  organisation: FragmentType<UserLists_OrganisationFragment>;
  lookups: FragmentType<UserLists_LookupsFragment>;
  active: UserTable_UsersFragment | null | undefined;
  inactive: UserTable_UsersFragment | null | undefined;
  /** The external users of the organisation. */
  external: ReactNode;
  params: UserListParams;
  loading: boolean;
  onRetry: () => void;
}

/** The active, inactive and external users of an organisation, with one search and set of filters. */
export function UserLists(props: UserListsProps) {
  const { organisation, lookups, active, inactive, external, params, loading, onRetry } = props;
  const { data: counted, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'UserLists_organisation',
    from: organisation,
  });
  const { data: choices } = useFragment({ fragment: lookupsFragment, from: lookups });
  const failures = [...new Set([active, inactive].flatMap((list) => list?.responderFailures ?? []))];
  useResponderFailures(failures, !loading && Boolean(active ?? inactive));
  if (!complete) return null;
  const { narrowing } = params;
  const { roles, departments } = choices as Partial<UserLists_LookupsFragment>;
  // Search, filters or order: only the server knows the rows of the page.
  const onChanged = () => {
    if (!isDefaultUserList(params)) onRetry();
  };
  const common = { narrowing, loading, onRetry, organisation: counted, onChanged };
  return (
    <Stack gap="lg">
      <TableToolbar
        searchLabel="Search users"
        narrowing={narrowing}
        filters={[
          {
            name: 'role',
            label: 'Role',
            all: 'All roles',
            options: roles?.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            name: 'department',
            label: 'Department',
            all: 'All departments',
            options: departments?.map(({ label }) => ({ value: label, label })),
          },
          {
            name: 'responder',
            label: 'Responder',
            all: 'Everybody',
            options: [
              { value: 'yes', label: 'Responders' },
              { value: 'no', label: 'Not responders' },
            ],
          },
        ]}
        counters={[
          ['User Limit', counted.userLimitText],
          ['Active Users', counted.activeUserCount === null ? '–' : formatCount(counted.activeUserCount)],
        ]}
        actions={<UserListActions organisation={counted} />}
      />
      <ResponderNotice failed={failures.length > 0} onRetry={onRetry} />
      <PeekList panel={(id) => <UserPeek id={id} organisation={counted} onChanged={onChanged} />}>
        <TableSection heading="Active" count={active?.totalCount}>
          <UserTable
            caption="Active users"
            users={active}
            table={params.active}
            emptyWhy="No user of this organisation is active."
            {...common}
          />
        </TableSection>
        <TableSection heading="Inactive" count={inactive?.totalCount} collapsible="inactive-users">
          <UserTable
            caption="Inactive users"
            users={inactive}
            table={params.inactive}
            emptyWhy="No user of this organisation is inactive."
            {...common}
          />
        </TableSection>
      </PeekList>
      {external}
    </Stack>
  );
}
