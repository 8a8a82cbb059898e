import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import type { KeyTable_KeyFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import type { TableParams } from '../ui/table/useListParams.ts';
import { actionColumn, expiryColumn, lastUseColumn, nameColumn, scopesColumn } from './keyColumns.tsx';
import { useKeyButtons } from './useKeyButtons.tsx';

// Mutations select it too, so that a changed row is complete.
const keyFragment = graphql(`
  fragment KeyTable_key on ApiKey {
    id
    name
    prefix
    scopes
    status
    expiresAt
    lastUsedAt
    owner { id fullName }
    viewerCanRotate
    viewerCanRevoke
    viewerCanConfirm
    viewerCanViewRequests
    allowedAddresses
    viewerCanEditAllowedAddresses
  }
`);

/** A row of the table. */
export type ApiKeyRow = KeyTable_KeyFragment;

type Key = { id: string } & FragmentType<KeyTable_KeyFragment>;

interface KeyTableProps {
  caption: string;
  keys: readonly Key[] | null | undefined;
  /** Not set for the keys of one user, which need no pages. */
  table?: TableParams;
  owners: boolean;
  emptyReason: string;
  loading: boolean;
  onRetry: () => void;
  actions: (row: ApiKeyRow) => ReactNode;
}

/** API keys, with their scopes and last use. */
export function KeyTable({ keys, table, owners, actions, ...rest }: KeyTableProps) {
  const { offset, first } = table?.variables ?? { offset: 0, first: Number.POSITIVE_INFINITY };
  const { buttons, dialogs } = useKeyButtons({ ofOrganisation: false });
  const columns = columnsOf(owners, (row) => (
    <>
      {buttons(row)}
      {actions(row)}
    </>
  ));
  return (
    <>
      <DataTable
        columns={columns}
        list={keys && { nodes: keys.slice(offset, offset + first), totalCount: keys.length }}
        {...(table && { table })}
        fragment={keyFragment}
        {...rest}
      />
      {dialogs}
    </>
  );
}

const columnsOf = (owners: boolean, actions: (row: ApiKeyRow) => ReactNode): readonly Column<ApiKeyRow>[] => [
  nameColumn(),
  ...(owners
    ? [{ ...textColumn<ApiKeyRow>('owner', 'Owner', ({ owner }) => owner.fullName), narrow: 'second line' as const }]
    : []),
  scopesColumn(),
  expiryColumn(),
  lastUseColumn(),
  actionColumn(owners ? 192 : 360, actions),
];
