import type { FragmentType } from '@apollo/client';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeyTable_KeyFragment } from '../gql/graphql.ts';
import { roleLabels } from '../ui/layout/roleLabels.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { actionColumn, expiryColumn, lastUseColumn, nameColumn, scopesColumn } from './keyColumns.tsx';
import { useKeyButtons } from './useKeyButtons.tsx';

// Mutations select it too, so that a changed row is complete.
const keyFragment = graphql(`
  fragment OrganisationKeyTable_key on OrganisationApiKey {
    id
    name
    prefix
    purpose
    role
    scopes
    status
    expiresAt
    lastUsedAt
    createdBy { id fullName }
    hasAuthorLeft
    allowedAddresses
    viewerCanEditAllowedAddresses
    viewerCanRotate
    viewerCanRevoke
    viewerCanViewRequests
  }
`);

/** A row of the table. */
export type OrganisationKeyRow = OrganisationKeyTable_KeyFragment;

interface OrganisationKeyTableProps {
  caption: string;
  /** Only keys for SCIM, which have neither role nor scopes. */
  scim: boolean;
  keys: readonly ({ id: string } & FragmentType<OrganisationKeyTable_KeyFragment>)[];
  loading: boolean;
  onRetry: () => void;
  actions: (row: OrganisationKeyRow) => ReactNode;
}

/** The keys of an organisation, with what they may do and who has seen their secrets. */
export function OrganisationKeyTable({ scim, keys, actions, ...rest }: OrganisationKeyTableProps) {
  const { buttons, dialogs } = useKeyButtons({ ofOrganisation: true });
  const columns = columnsOf(scim, (row) => (
    <>
      {buttons(row)}
      {actions(row)}
    </>
  ));
  return (
    <>
      <DataTable
        columns={columns}
        list={{ nodes: keys, totalCount: keys.length }}
        fragment={keyFragment}
        emptyReason="This organisation has no such keys."
        {...rest}
      />
      {dialogs}
    </>
  );
}

const roleColumn: Column<OrganisationKeyRow> = {
  ...textColumn<OrganisationKeyRow>('role', 'Role', ({ role }) => (role ? roleLabels[role] : 'SCIM only')),
  narrow: 'second line',
};

const columnsOf = (
  scim: boolean,
  actions: (row: OrganisationKeyRow) => ReactNode,
): readonly Column<OrganisationKeyRow>[] => [
  nameColumn(),
  ...(scim ? [] : [roleColumn, scopesColumn<OrganisationKeyRow>()]),
  {
    key: 'author',
    title: 'Created by',
    weight: 1,
    narrow: 'second line',
    full: ({ createdBy }) => createdBy?.fullName ?? '',
    render: ({ createdBy, hasAuthorLeft }) => (
      <>
        {createdBy?.fullName ?? '–'}
        {hasAuthorLeft && (
          <>
            <br />
            <Badge color="orange" h="auto" style={{ whiteSpace: 'normal' }}>
              Author has left, not rotated since
            </Badge>
          </>
        )}
      </>
    ),
  },
  expiryColumn(),
  lastUseColumn(),
  actionColumn(360, actions),
];
