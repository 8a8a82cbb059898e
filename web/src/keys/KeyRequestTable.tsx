import type { FragmentType } from '@apollo/client';
import { Badge } from '@mantine/core';
import { RequestId } from '../feedback/RequestId.tsx';
import { graphql } from '../gql/gql.ts';
import type { KeyRequestTable_RequestFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { formatCount, formatOptionalCount } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';

const requestFragment = graphql(`
  fragment KeyRequestTable_request on ApiKeyRequest { id at operation code cost durationMs requestId }
`);

type RequestRow = KeyRequestTable_RequestFragment;

interface KeyRequestTableProps {
  requests: readonly ({ id: string } & FragmentType<RequestRow>)[] | undefined;
  failedOnly: boolean;
  /** Shows all requests. */
  onClear: () => void;
  loading: boolean;
  onRetry: () => void;
}

/** A page of the requests with an API key. */
export function KeyRequestTable({ requests, failedOnly, onClear, ...rest }: KeyRequestTableProps) {
  const doNothing = () => {};
  return (
    <DataTable
      caption="Requests"
      columns={columns}
      list={requests && { nodes: requests, totalCount: requests.length }}
      fragment={requestFragment}
      narrowing={{
        search: '',
        filters: failedOnly ? { failed: 'true' } : {},
        setSearch: doNothing,
        setFilter: doNothing,
        clear: onClear,
      }}
      emptyReason="No requests were made with this key in this period."
      {...rest}
    />
  );
}

const columns: readonly Column<RequestRow>[] = [
  {
    key: 'operation',
    title: 'Operation',
    full: ({ operation }) => operation ?? '',
    render: ({ operation }) => operation ?? 'Unnamed',
  },
  {
    key: 'result',
    title: 'Result',
    min: 176,
    weight: 0,
    narrow: 'second line',
    render: ({ code }) => (code === null ? 'Succeeded' : <Badge color="red">{code}</Badge>),
  },
  {
    key: 'when',
    title: 'When',
    kind: 'date',
    min: 192,
    narrow: 'second line',
    render: ({ at }) => <Moment at={at} withTime />,
  },
  {
    key: 'time',
    title: 'Duration',
    kind: 'number',
    min: 96,
    narrow: 'second line',
    render: ({ durationMs }) => `${formatCount(durationMs)} ms`,
  },
  {
    key: 'cost',
    title: 'Points',
    kind: 'number',
    min: 80,
    narrow: 'left out',
    render: ({ cost }) => formatOptionalCount(cost),
  },
  {
    key: 'request',
    title: 'Request ID',
    kind: 'date',
    min: 104,
    narrow: 'left out',
    render: ({ requestId }) => <RequestId id={requestId} />,
  },
];
