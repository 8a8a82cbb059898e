import type { FragmentType } from '@apollo/client';
import { Group, Stack } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ModelTable_OrganisationFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { LazyExportMenu } from '../ui/table/LazyExportMenu.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { useListParams } from '../ui/table/useListParams.ts';
import { MissingValue } from '../ui/values/MissingValue.tsx';
import { Moment } from '../ui/values/Moment.tsx';

const organisationFragment = graphql(`
  fragment ModelTable_organisation on Organisation { id models { title allocatedAt } }
`);

interface Row {
  id: string;
  title: string;
  allocatedAt: string | null;
}

const columns: readonly Column<Row>[] = [
  { key: 'title', title: 'Allocated Model', full: ({ title }) => title, render: ({ title }) => title },
  {
    key: 'allocated',
    title: 'Allocated Date',
    kind: 'date',
    min: 144,
    // Wide, but not so wide that the date is at the far end of the table.
    weight: 3,
    max: 1200,
    narrow: 'second line',
    render: ({ allocatedAt }) => (allocatedAt ? <Moment at={allocatedAt} /> : <MissingValue />),
  },
];

interface ModelTableProps {
  organisation: FragmentType<ModelTable_OrganisationFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The subscribed models of an organisation: loaded at once, shown in pages. */
export function ModelTable({ organisation, ...rest }: ModelTableProps) {
  const table = useListParams({ tables: { list: '' } }).tables.list;
  const { first, offset } = table.variables;
  const { data, complete } = useFragment(organisationFragment, organisation);
  // A model has no id, and one may have been allocated twice.
  const models = complete ? data.models?.map((model, at): Row => ({ ...model, id: String(at) })) : undefined;
  return (
    <Stack gap="xs">
      <Group justify="flex-end" mih={36}>
        {complete && Boolean(models?.length) && (
          <LazyExportMenu list="MODELS" name="Allocated models" args={{ organisationId: data.id }} />
        )}
      </Group>
      <DataTable
        caption="Allocated models"
        columns={columns}
        list={models && { nodes: models.slice(offset, offset + first), totalCount: models.length }}
        table={table}
        emptyReason="No models are allocated to this organisation. Models are allocated outside the console and then appear here."
        {...rest}
      />
    </Stack>
  );
}
