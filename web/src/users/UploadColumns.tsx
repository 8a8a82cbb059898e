import { Stack, Title } from '@mantine/core';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { uploadColumns } from './uploadTemplate.ts';

type UploadColumn = (typeof uploadColumns)[number];

const list = { nodes: uploadColumns, totalCount: uploadColumns.length };
const heading = 'Columns of the file';

/** What a file of users contains: each column with an example. */
export function UploadColumns() {
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{heading}</Title>
      <DataTable caption={heading} columns={columns} list={list} emptyReason="There are no columns." />
    </Stack>
  );
}

const columns: readonly Column<UploadColumn>[] = [
  { ...textColumn<UploadColumn>('id', 'Column', ({ id }) => id), weight: 1, max: 180 },
  {
    ...textColumn<UploadColumn>('required', 'Required', ({ required }) => (required ? 'Yes' : 'No')),
    max: 96,
    narrow: 88,
  },
  {
    ...textColumn<UploadColumn>('takes', 'Allowed values', ({ takes }) => takes),
    weight: 3,
    narrow: 'left out',
  },
  { ...textColumn<UploadColumn>('example', 'Example', ({ example }) => example), weight: 2, narrow: 'second line' },
];
