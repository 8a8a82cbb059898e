import type { FragmentType } from '@apollo/client';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { beforeRowIsShown, lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type {
  UseNewUserSteps_OrganisationFragment,
  UserLists_LookupsFragment,
  UserLists_OrganisationFragment,
  UserLists_UsersFragment,
  UserTable_UsersFragment,
  UseUserLimitNotice_OrganisationFragment,
} from '../gql/graphql.ts';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { BulkNeed } from '../ui/table/BulkNeed.tsx';
import { yesOrNo } from '../ui/table/FilterSelect.tsx';
import { useRowChoice } from '../ui/table/RowChoice.ts';
import { TableSection } from '../ui/table/TableSection.tsx';
import { TableToolbar } from '../ui/table/TableToolbar.tsx';
import { emptyReason, firstSectionEmptyProps, nothingFound, unfilteredTotal } from '../ui/table/tableSections.ts';
import { useShownColumns } from '../ui/table/useShownColumns.ts';
import { factorChoices } from './FactorBadges.tsx';
import { ResponderNotice } from './ResponderNotice.tsx';
import type { UserBulkActionsProps } from './UserBulkActions.tsx';
import { UserTable } from './UserTable.tsx';
import { useNewUserSteps } from './useNewUserSteps.tsx';
import { useReportResponderFailures } from './useReportResponderFailures.ts';
import type { UserListParams } from './userListParams.ts';

const UserPeek = lazyPart(async () => (await import('./UserPeek.tsx')).UserPeek, beforeRowIsShown);

const UserBulkActions = lazyPart<UserBulkActionsProps & { isNeeded: boolean }>(
  async () => (await import('./UserBulkActions.tsx')).UserBulkActions,
  { loadOn: 'need', isNeeded: ({ isNeeded }) => isNeeded },
);

const organisationFragment = graphql(`
  fragment UserLists_organisation on Organisation { id brandName }
`);

const viewerFragment = graphql(`fragment UserLists_viewer on Viewer { user { id organisationId } hasBulkActions }`);

// The pages pass the lists, because they know which result to show while the next one is loading.
graphql(`
  fragment UserLists_users on Organisation {
    active: users(
      filter: $activeFilter, search: $search, orderBy: $activeOrder, first: $activeFirst, offset: $activeOffset
    ) { ...UserTable_users @unmask } # a page of a list has no cache id
    inactive: users(
      filter: $inactiveFilter, search: $search, orderBy: $inactiveOrder, first: $inactiveFirst, offset: $inactiveOffset
    ) { ...UserTable_users @unmask } # a page of a list has no cache id
  }
`);

const lookupsFragment = graphql(`
  fragment UserLists_lookups on Lookups { roles { id name reachesAllOrganisations } departments { id label } }
`);

interface UserListsProps {
  organisation: FragmentType<UserLists_OrganisationFragment> &
    FragmentType<UseNewUserSteps_OrganisationFragment> &
    FragmentType<UseUserLimitNotice_OrganisationFragment> &
    UserLists_UsersFragment;
  lookups: FragmentType<UserLists_LookupsFragment>;
  /** Shown at the end of the toolbar. */
  counters?: ReactNode;
  /** The external users of the organisation. */
  external: ReactNode;
  externalCount: number | undefined;
  params: UserListParams;
  loading: boolean;
  onRetry: () => void;
}

/** The active, inactive and external users of an organisation, with one search and set of filters. */
export function UserLists(props: UserListsProps) {
  const { organisation, lookups, counters, external, externalCount, params, loading, onRetry } = props;
  const { active, inactive } = organisation;
  const { data: counted, complete } = useFragment(organisationFragment, organisation);
  const { data: viewer } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const { data: choices } = useFragment(lookupsFragment, lookups);
  const failures = [...new Set([active, inactive].flatMap((list) => list?.responderFailures ?? []))];
  useReportResponderFailures(failures, !loading && Boolean(active ?? inactive));
  const optional = useShownColumns(
    'users',
    optionalColumns.filter(({ key }) => active?.[key === 'factor' ? 'hasSecondFactors' : 'hasLastSignIn']),
  );
  const choice = useRowChoice();
  const { steps: next, dialog } = useNewUserSteps(organisation);
  if (!complete) return null;
  const { narrowing } = params;
  const hasBulkActions = viewer?.hasBulkActions ?? false;
  const { roles, departments } = choices as Partial<UserLists_LookupsFragment>;
  // Search, filters or order: only the server knows the rows of the page.
  const onChanged = () => {
    if (!params.isDefault) onRetry();
  };
  const common = { choice, narrowing, loading, onRetry, organisation, shown: optional.shown, onChanged };
  const exported = (status: 'ACTIVE' | 'INACTIVE', { variables }: UserListParams['tables']['active']) => ({
    list: 'USERS' as const,
    name: status === 'ACTIVE' ? 'Active users' : 'Inactive users',
    args: {
      organisationId: counted.id,
      search: narrowing.search || undefined,
      filter: { ...params.filter, status },
      orderBy: variables.orderBy,
    },
  });
  const lists = [active, inactive, externalCount === undefined ? null : { totalCount: externalCount }];
  const isAlone = unfilteredTotal(narrowing, lists) === 1 && active?.nodes[0]?.id === viewer?.user?.id;
  return (
    <Stack gap="lg">
      <ResponderNotice failed={failures.length > 0} onRetry={onRetry} />
      <PeekList panel={(id) => <UserPeek id={id} organisation={organisation} onChanged={onChanged} />}>
        <TableSection
          heading="Active"
          count={active?.totalCount}
          exported={exported('ACTIVE', params.tables.active)}
          {...firstSectionEmptyProps(narrowing, lists)}
          toolbar={
            <TableToolbar
              searchLabel="Search users"
              narrowing={narrowing}
              optional={optional.columns.length > 0 ? optional : undefined}
              counters={counters}
              filters={[
                { name: 'role', label: 'Role', options: roles?.map(({ id, name }) => ({ value: id, label: name })) },
                {
                  name: 'department',
                  label: 'Department',
                  options: departments?.map(({ label }) => ({ value: label, label })),
                },
                { name: 'responder', label: 'Responder', options: yesOrNo },
                ...(active?.hasSecondFactors ? [{ name: 'factor', label: 'Factor', options: factorChoices }] : []),
              ]}
            />
          }
        >
          <UserTable
            caption="Active users"
            name="active"
            users={active}
            table={params.tables.active}
            emptyReason={next.length > 0 ? noneActive : `${noneActive} ${createdBy}`}
            next={next}
            onlyRowReason={
              isAlone ? `You are the only user so far.${next.length > 0 ? '' : ` ${createdBy}`}` : undefined
            }
            {...common}
          />
        </TableSection>
        {!nothingFound(narrowing, lists) && (
          <TableSection
            heading="Inactive"
            count={inactive?.totalCount}
            exported={exported('INACTIVE', params.tables.inactive)}
            collapsible="inactive-users"
            empty={emptyReason(narrowing, inactiveWhy)}
          >
            <UserTable
              caption="Inactive users"
              name="inactive"
              users={inactive}
              table={params.tables.inactive}
              emptyReason={inactiveWhy}
              {...common}
            />
          </TableSection>
        )}
        <BulkNeed
          choice={choice}
          of="users"
          organisationId={counted.id}
          hasBulkActions={hasBulkActions}
          rows={[narrowing.search, params.filter]}
        >
          {(bulk) => (
            <UserBulkActions
              {...bulk}
              choice={choice}
              organisation={{ id: counted.id ?? '', brandName: counted.brandName ?? '' }}
              own={counted.id === viewer?.user?.organisationId}
              search={narrowing.search}
              filter={params.filter}
              totals={{ active: active?.totalCount ?? 0, inactive: inactive?.totalCount ?? 0 }}
              shown={{ active: idsOf(active), inactive: idsOf(inactive) }}
              choices={{ roles: roles ?? [], departments: departments ?? [] }}
              hasBulkActions={hasBulkActions}
              mayEdit={[active, inactive].some((list) =>
                list?.nodes.some(({ id, viewerCanEdit }) => viewerCanEdit && id !== viewer?.user?.id),
              )}
              onChanged={onChanged}
              onRetry={onRetry}
            />
          )}
        </BulkNeed>
      </PeekList>
      {!nothingFound(narrowing, lists) && external}
      {dialog}
    </Stack>
  );
}

const idsOf = (list: UserTable_UsersFragment | null | undefined) => list?.nodes.map(({ id }) => id) ?? [];

const optionalColumns = [
  { key: 'factor', title: 'Second factor' },
  { key: 'lastSignIn', title: 'Last sign-in' },
];
const noneActive = 'This organisation has no active users.';
const createdBy = 'Administrators, Architects and Organisers can create users while the organisation is enabled.';
const inactiveWhy = 'This organisation has no inactive users.';
