import type { FragmentType, TypedDocumentNode } from '@apollo/client';
import { Badge, Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import type { ApiKeyStatus, KeyTable_KeyFragment, KeyTable_OrganisationKeyFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import type { TableParams } from '../ui/table/useListParams.ts';
import { apiKeyScopeLabels } from '../ui/values/apiKeyScopeLabels.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { roleLabels } from '../users/roleLabels.ts';
import type { KeyKind, KeyRow } from './keyRows.ts';
import { useKeyDialogs } from './useKeyDialogs.tsx';

// Mutations select the fragments too, so that a changed row is complete.
const keyFragment = graphql(`
  fragment KeyTable_key on ApiKey {
    __typename
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

const organisationKeyFragment = graphql(`
  fragment KeyTable_organisationKey on OrganisationApiKey {
    __typename
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
    hasCreatorLeft
    allowedAddresses
    viewerCanEditAllowedAddresses
    viewerCanRotate
    viewerCanRevoke
    viewerCanViewRequests
  }
`);

/** A key of a user or of an organisation, as a row of the table. */
export type ListedKey = { id: string } & (
  | FragmentType<KeyTable_KeyFragment>
  | FragmentType<KeyTable_OrganisationKeyFragment>
);

interface KeyTableProps {
  kind: KeyKind;
  caption: string;
  keys: readonly ListedKey[] | null | undefined;
  /** Not set for the keys of a single owner, which need no pages. */
  table?: TableParams;
  emptyReason: string;
  loading: boolean;
  onRetry: () => void;
  actions: (row: KeyRow) => ReactNode;
}

/** API keys with their scopes and last use. */
export function KeyTable({ kind, keys, table, actions, ...rest }: KeyTableProps) {
  const { offset, first } = table?.variables ?? { offset: 0, first: Number.POSITIVE_INFINITY };
  const { buttons, dialogs } = useKeyDialogs();
  const fragment: TypedDocumentNode<KeyRow> =
    kind === 'own' || kind === 'users' ? keyFragment : organisationKeyFragment;
  const action: Column<KeyRow> = {
    key: 'action',
    title: 'Action',
    kind: 'action',
    min: kind === 'users' ? 192 : 360,
    narrow: 'second line',
    // The four buttons take two lines on a phone.
    render: (row) => (
      <Group gap="xs">
        {buttons(row)}
        {actions(row)}
      </Group>
    ),
  };
  return (
    <>
      <DataTable
        columns={[...columns[kind], action]}
        list={keys && { nodes: keys.slice(offset, offset + first), totalCount: keys.length }}
        {...(table && { table })}
        fragment={fragment}
        {...rest}
      />
      {dialogs}
    </>
  );
}

const name: Column<KeyRow> = {
  key: 'name',
  title: 'Name',
  weight: 1,
  full: (row) => row.name,
  render: (row) => (
    <>
      {row.name}
      {row.prefix && (
        <>
          <br />
          <Text span c="dimmed" size="sm" ff="monospace" translate="no">
            {row.prefix}…
          </Text>
        </>
      )}
    </>
  ),
};

const owner: Column<KeyRow> = {
  ...textColumn<KeyRow>('owner', 'Owner', (row) => ('owner' in row ? row.owner.fullName : null)),
  narrow: 'second line',
};

const role: Column<KeyRow> = {
  ...textColumn<KeyRow>('role', 'Role', (row) => ('role' in row && row.role ? roleLabels[row.role] : 'SCIM only')),
  narrow: 'second line',
};

const scopes: Column<KeyRow> = {
  ...textColumn<KeyRow>('scopes', 'Scopes', (row) => row.scopes.map((scope) => apiKeyScopeLabels[scope]).join(', ')),
  weight: 4,
  narrow: 'left out',
};

const authorOf = (row: KeyRow) => ('createdBy' in row ? row.createdBy?.fullName : undefined);

const author: Column<KeyRow> = {
  key: 'author',
  title: 'Created by',
  weight: 1,
  narrow: 'second line',
  full: (row) => authorOf(row) ?? '',
  render: (row) => (
    <>
      {authorOf(row) ?? '–'}
      {'hasCreatorLeft' in row && row.hasCreatorLeft && (
        <>
          <br />
          <Badge color="orange" h="auto" style={{ whiteSpace: 'normal' }}>
            Creator has left. Rotate this key.
          </Badge>
        </>
      )}
    </>
  ),
};

const states: Record<Exclude<ApiKeyStatus, 'ACTIVE'>, { label: string; color: string }> = {
  ROTATED: { label: 'Rotated', color: 'blue' },
  EXPIRED: { label: 'Expired', color: 'gray' },
  REVOKED: { label: 'Revoked', color: 'gray' },
  SUSPENDED: { label: 'Suspended', color: 'orange' },
};

const withState = (status: ApiKeyStatus, expiry: ReactNode) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex="none">{expiry}</Box>
    {status !== 'ACTIVE' && (
      <Badge color={states[status].color} flex="none">
        {states[status].label}
      </Badge>
    )}
  </Group>
);

const expiry: Column<KeyRow> = {
  key: 'expiry',
  title: 'Expires',
  kind: 'date',
  min: 224,
  narrow: 'second line',
  render: ({ status, expiresAt }) => withState(status, expiresAt ? <Moment at={expiresAt} /> : 'Never'),
  second: ({ status, expiresAt }) =>
    withState(
      status,
      expiresAt ? (
        <>
          Expires <Moment at={expiresAt} />
        </>
      ) : (
        'Does not expire'
      ),
    ),
};

const lastUse: Column<KeyRow> = {
  key: 'use',
  title: 'Last used',
  kind: 'date',
  narrow: 'second line',
  render: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'),
  second: ({ lastUsedAt }) =>
    lastUsedAt ? (
      <>
        Last used <Moment at={lastUsedAt} />
      </>
    ) : (
      'Never used'
    ),
};

const columns: Record<KeyKind, readonly Column<KeyRow>[]> = {
  own: [name, scopes, expiry, lastUse],
  users: [name, owner, scopes, expiry, lastUse],
  organisation: [name, role, scopes, author, expiry, lastUse],
  provisioning: [name, author, expiry, lastUse],
};
