import type { FragmentType } from '@apollo/client';
import { Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ProvisioningFailures_ProvisioningFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { formatCount } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';

const provisioningFragment = graphql(`
  fragment ProvisioningFailures_provisioning on Provisioning {
    id
    failures { id at count method path userName status reason }
  }
`);

type Failure = ProvisioningFailures_ProvisioningFragment['failures'][number];

export interface ProvisioningFailuresProps {
  provisioning: FragmentType<ProvisioningFailures_ProvisioningFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The last requests that failed, or were done only in part. */
export function ProvisioningFailures({ provisioning, ...rest }: ProvisioningFailuresProps) {
  const { data, complete } = useFragment(provisioningFragment, provisioning);
  const failures = complete ? data.failures : undefined;
  return (
    <TableSection
      heading="Failed requests"
      count={failures?.length}
      empty="No failed requests."
      collapsible="provisioning-failures"
    >
      <DataTable
        caption="Failed requests"
        columns={columns}
        list={failures && { nodes: failures, totalCount: failures.length }}
        emptyReason="No failed requests."
        {...rest}
      />
    </TableSection>
  );
}

const columns: readonly Column<Failure>[] = [
  {
    key: 'reason',
    title: 'Reason',
    weight: 4,
    wraps: true,
    full: ({ reason }) => reason,
    render: ({ reason }) => reason,
  },
  { ...textColumn<Failure>('user', 'User', ({ userName }) => userName), weight: 2, narrow: 'second line' },
  {
    key: 'count',
    title: 'Requests',
    kind: 'number',
    narrow: 'left out',
    render: ({ count }) => formatCount(count),
  },
  {
    key: 'request',
    title: 'Request',
    weight: 1,
    narrow: 'left out',
    full: ({ method, path }) => `${method} ${path}`,
    render: ({ method, path, status }) => (
      <Text span size="sm" translate="no">
        {`${status} ${method} ${path}`}
      </Text>
    ),
  },
  {
    key: 'when',
    title: 'When',
    kind: 'date',
    min: 176,
    narrow: 'second line',
    render: ({ at }) => <Moment at={at} withTime />,
  },
];
