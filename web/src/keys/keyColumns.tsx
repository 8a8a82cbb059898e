import { Badge, Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiKeyScope, ApiKeyStatus } from '../gql/graphql.ts';
import { apiKeyScopeLabels } from '../ui/layout/apiKeyScopeLabels.ts';
import { Moment } from '../ui/layout/Moment.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';

/** What the tables of keys show of each. */
export interface KeyFacts {
  id: string;
  name: string;
  prefix: string | null;
  scopes: readonly ApiKeyScope[];
  status: ApiKeyStatus;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** The count of a section of keys: those that were revoked or have expired are listed only. */
export const keyCount = (keys: readonly Pick<KeyFacts, 'status'>[] | null | undefined, empty: string) =>
  keys && {
    count: keys.filter(({ status }) => status !== 'REVOKED' && status !== 'EXPIRED').length,
    ...(keys.length === 0 && { empty }),
  };

export const nameColumn = <Row extends KeyFacts>(): Column<Row> => ({
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
});

export const scopesColumn = <Row extends KeyFacts>(): Column<Row> => ({
  ...textColumn<Row>('scopes', 'Scopes', ({ scopes }) => scopes.map((scope) => apiKeyScopeLabels[scope]).join(', ')),
  weight: 4,
  narrow: 'left out',
});

export const expiryColumn = <Row extends KeyFacts>(): Column<Row> => ({
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
});

export const lastUseColumn = <Row extends KeyFacts>(): Column<Row> => ({
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
});

export const actionColumn = <Row extends KeyFacts>(min: number, actions: (row: Row) => ReactNode): Column<Row> => ({
  key: 'action',
  title: 'Action',
  kind: 'action',
  min,
  narrow: 'second line',
  // Four buttons need two lines on a phone.
  render: (row) => <Group gap="xs">{actions(row)}</Group>,
});

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
