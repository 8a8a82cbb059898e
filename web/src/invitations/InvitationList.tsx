import { Alert, Group, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { InvitationFilter, InvitationKind, InvitationState } from '../gql/graphql.ts';
import { BulkNeed } from '../ui/table/BulkNeed.tsx';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { LazyExportMenu } from '../ui/table/LazyExportMenu.tsx';
import { useRowChoice } from '../ui/table/RowChoice.ts';
import { useListParams } from '../ui/table/useListParams.ts';
import type { InvitationBulkActionsProps } from './InvitationBulkActions.tsx';
import { invitationStates } from './InvitationStateBadge.tsx';
import { InvitationTable } from './InvitationTable.tsx';

const listQuery = graphql(`
  query InvitationList($id: ID!, $filter: InvitationFilter, $search: String, $orderBy: InvitationOrder, $first: Int!, $offset: Int) {
    viewer { hasBulkActions }
    organisation(id: $id) {
      id
      invitations(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
        ...InvitationTable_invitations @unmask # a page of a list has no cache id
      }
    }
  }
`);

const InvitationBulkActions = lazyPart<InvitationBulkActionsProps & { isNeeded: boolean }>(
  async () => (await import('./InvitationBulkActions.tsx')).InvitationBulkActions,
  { loadOn: 'need', isNeeded: ({ isNeeded }) => isNeeded },
);

const states = Object.entries(invitationStates).map(([value, { label }]) => ({
  value: value as InvitationState,
  label,
}));

const filters: Record<string, (value: string) => InvitationFilter | undefined> = {
  invited: (value) => {
    const state = states.find((one) => one.value === value);
    return state && { states: [state.value] };
  },
};

/** The schema's names of the sortable columns. */
const sorts = { sent: 'SENT_AT', expires: 'EXPIRES_AT' } as const;

export interface InvitationListProps {
  organisationId: string;
  kinds: readonly InvitationKind[];
  onChanged?: () => void;
  /** An external user was invited again or rejected. */
  onExternalChanged?: () => void;
}

/** The invitations of an organisation. It has a query of its own, because the page is rendered without it and most visitors do not open it. */
export function InvitationList({ organisationId, kinds, onChanged, onExternalChanged }: InvitationListProps) {
  const list = useListParams({ tables: { list: 'invitation' }, sorts, filters });
  const { narrowing, filter: wanted, variables } = list;
  const params = list.tables.list;
  const choice = useRowChoice();
  const filter = { ...wanted, kinds: [...kinds] };
  const matching = { filter, search: variables.search };
  const { data, loading, whole, retry } = usePageQuery(
    listQuery,
    {
      id: organisationId,
      ...matching,
      ...params.variables,
    },
    { keep: () => true },
  );
  const invitations = data?.organisation?.invitations;
  if (whole && invitations === null)
    return (
      <Alert color="gray" title="Invitations">
        The connected product API does not provide a list of invitations. To send a new link, invite the user again.
      </Alert>
    );
  return (
    <Stack gap="xs">
      <Group>
        <FilterSelect filter={{ name: 'invited', label: 'Invitation state', options: states }} narrowing={narrowing} />
        {Boolean(invitations?.totalCount) && (
          <LazyExportMenu
            list="INVITATIONS"
            name="Invitations"
            args={{ organisationId, ...matching, orderBy: params.variables.orderBy }}
          />
        )}
      </Group>
      <InvitationTable
        invitations={invitations}
        choice={data?.viewer?.hasBulkActions ? choice : undefined}
        withKind={kinds.length > 1}
        table={params}
        narrowing={narrowing}
        loading={loading}
        onRetry={retry}
        onChanged={(kind) => {
          onChanged?.();
          if (kind === 'EXTERNAL_USER') onExternalChanged?.();
          // A filtered list may have lost the row.
          if (wanted.states) retry();
        }}
      />
      <BulkNeed
        choice={choice}
        of="invitations"
        organisationId={organisationId}
        hasBulkActions={data?.viewer?.hasBulkActions ?? false}
        rows={[narrowing.search, filter]}
      >
        {(bulk) => (
          <InvitationBulkActions
            {...bulk}
            choice={choice}
            organisationId={organisationId}
            search={narrowing.search}
            filter={filter}
            total={invitations?.totalCount ?? 0}
            shown={invitations?.nodes.map(({ id }) => id) ?? []}
            onRetry={() => {
              retry();
              onChanged?.();
              onExternalChanged?.();
            }}
          />
        )}
      </BulkNeed>
    </Stack>
  );
}
