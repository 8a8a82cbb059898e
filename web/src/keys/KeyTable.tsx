import type { FragmentType } from '@apollo/client';
import { Badge, Box, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { ApiKeyStatus, KeyTable_KeyFragment } from '../gql/graphql.ts';
import { apiKeyScopeLabels } from '../ui/layout/apiKeyScopeLabels.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { Moment } from '../ui/layout/Moment.tsx';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import type { TableParams } from '../ui/table/useListParams.ts';
import type { KeyRequestsPanelProps } from './KeyRequestsPanel.tsx';

const KeyRequestsPanel = lazyPart<KeyRequestsPanelProps>(
  async () => (await import('./KeyRequestsPanel.tsx')).KeyRequestsPanel,
  whenOpened,
);

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
  const [shown, setShown] = useState<ApiKeyRow>();
  const [opened, setOpened] = useState(false);
  const show = (row: ApiKeyRow) => {
    setShown(row);
    setOpened(true);
  };
  const columns = columnsOf(owners, (row) => (
    <>
      {row.viewerCanViewRequests && (
        <RowButton aria-label={`Requests of ${isolated(row.name)}`} aria-haspopup="dialog" onClick={() => show(row)}>
          Requests
        </RowButton>
      )}
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
      {/* Not in the row, which is rendered again at another width. */}
      <KeyRequestsPanel
        id={shown?.id ?? ''}
        name={shown?.name ?? ''}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

const columnsOf = (owners: boolean, actions: (row: ApiKeyRow) => ReactNode): readonly Column<ApiKeyRow>[] => [
  {
    key: 'name',
    title: 'Name',
    weight: 1,
    full: ({ name }) => name,
    render: ({ name, prefix }) => (
      <>
        {name}
        {prefix && (
          <>
            <br />
            <Text span c="dimmed" size="sm" ff="monospace" translate="no">
              {prefix}…
            </Text>
          </>
        )}
      </>
    ),
  },
  ...(owners
    ? [{ ...textColumn<ApiKeyRow>('owner', 'Owner', ({ owner }) => owner.fullName), narrow: 'second line' as const }]
    : []),
  {
    ...textColumn<ApiKeyRow>('scopes', 'Scopes', ({ scopes }) =>
      scopes.map((scope) => apiKeyScopeLabels[scope]).join(', '),
    ),
    weight: 4,
    narrow: 'left out',
  },
  {
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
  },
  {
    key: 'use',
    title: 'Last used',
    kind: 'date',
    narrow: 'left out',
    render: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'),
  },
  {
    key: 'action',
    title: 'Action',
    kind: 'action',
    min: owners ? 192 : 264,
    narrow: 'second line',
    render: (row) => (
      <Group gap="xs" wrap="nowrap">
        {actions(row)}
      </Group>
    ),
  },
];

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
