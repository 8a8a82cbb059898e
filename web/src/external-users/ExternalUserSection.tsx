import { graphql } from '../gql/gql.ts';
import type { ExternalUserTable_UsersFragment } from '../gql/graphql.ts';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { emptyReason } from '../ui/table/tableSections.ts';
import type { UserListParams } from '../users/userListParams.ts';
import { ExternalUserTable } from './ExternalUserTable.tsx';

// The pages pass the list, because they know which result to show while the next one is loading.
graphql(`
  fragment ExternalUserSection_users on Organisation {
    external: externalUsers(filter: $externalFilter, search: $search, first: $externalFirst, offset: $externalOffset) {
      ...ExternalUserTable_users @unmask # a page of a list has no cache id
    }
  }
`);

export interface ExternalUserSectionProps {
  organisationId: string;
  users: ExternalUserTable_UsersFragment | null | undefined;
  params: UserListParams;
  loading: boolean;
  onRetry: () => void;
}

/** The external users of an organisation, below its own users. */
export function ExternalUserSection({ params, ...rest }: ExternalUserSectionProps) {
  const narrowing = params.externalNarrowing;
  return (
    <TableSection
      heading="External users"
      count={rest.users?.totalCount}
      collapsible="external-users"
      exported={{
        list: 'EXTERNAL_USERS',
        name: 'External users',
        args: {
          organisationId: rest.organisationId,
          search: narrowing.search || undefined,
          filter: params.externalFilter,
        },
      }}
      empty={emptyReason(narrowing, externalWhy)}
      toolbar={
        (Boolean(rest.users?.totalCount) || narrowing.filters.external) && (
          <FilterSelect filter={statusFilter} narrowing={narrowing} />
        )
      }
    >
      <ExternalUserTable
        table={params.tables.external}
        narrowing={narrowing}
        emptyReason={externalWhy}
        onChanged={(stale) => {
          if (stale || !params.isDefault) rest.onRetry();
        }}
        {...rest}
      />
    </TableSection>
  );
}

const statusFilter = {
  name: 'external',
  label: 'Status',
  options: [{ value: 'pending', label: 'Pending, invited by others' }],
};
const externalWhy = 'No external users and no pending invitations.';
