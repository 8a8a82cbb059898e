import { Badge } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Sort } from '../ui/table/listAddress.ts';
import type { Column } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import type { TableParams } from '../ui/table/useListParams.ts';
import { WidgetSection } from './WidgetSection.tsx';

interface Row {
  id: string;
  name: string;
  done: number;
}

const people: Row[] = Array.from({ length: 42 }, (_, index) => ({
  id: `${index}`,
  name: `Jane Doe ${index}`,
  done: index * 97,
}));
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', sortable: true, render: ({ name }) => name, full: ({ name }) => name },
  { key: 'email', title: 'Email', render: ({ id }) => `jane.doe.of.a.long.name.${id}@demo.example` },
  { key: 'open', title: 'Pending', kind: 'number', group: 'Assessments', render: ({ id }) => id },
  { key: 'done', title: 'Completed', kind: 'number', group: 'Assessments', sortable: true, render: ({ done }) => done },
  { key: 'state', title: 'State', render: () => <Badge color="green">Active</Badge> },
];
const empty = { nodes: [], totalCount: 0 };

type Shown = Partial<Pick<ComponentProps<typeof DataTable<Row>>, 'list' | 'loading'>>;

export function TableStates() {
  const table = useTable();
  const sorted = people.toSorted((one, other) =>
    table.sort?.key === 'done' ? one.done - other.done : one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
  if (table.sort?.descending) sorted.reverse();
  const { offset, first } = table.variables;
  const full = { nodes: sorted.slice(offset, offset + first), totalCount: people.length };
  const states: [heading: string, shown: Shown][] = [
    ['Full', { list: full }],
    ['Next rows on their way', { list: { nodes: full.nodes.slice(0, 3), totalCount: 3 }, loading: true }],
    ['First load', { list: undefined, loading: true }],
    ['Empty', { list: empty }],
    ['Failed', { list: null }],
  ];
  return (
    <WidgetSection title="Data table" columns={1}>
      {states.map(([heading, shown]) => (
        <TableSection key={heading} heading={heading} count={shown.list?.totalCount} collapsible={`widgets-${heading}`}>
          <DataTable
            caption={`Table: ${heading}`}
            columns={columns}
            table={table}
            list={shown.list}
            loading={shown.loading ?? false}
            onRetry={() => {}}
            emptyWhy="Nobody was invited yet."
            next={[{ label: 'Invite the first user', to: '' }]}
          />
        </TableSection>
      ))}
    </WidgetSection>
  );
}

/** A table state that is not in the address. */
function useTable(): TableParams {
  const [page, goTo] = useState(1);
  const [size, resize] = useState(10);
  const [sort, sortBy] = useState<Sort | null>(null);
  return { page, size, sort, variables: { first: size, offset: (page - 1) * size }, goTo, resize, sortBy };
}
