import { texts } from '@console/contract/rules';
import { Stack } from '@mantine/core';
import { formatCount } from '../ui/layout/format.ts';
import { Counters } from '../ui/table/Counters.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { UploadReading } from './UploadReading.tsx';
import { UploadRowTable } from './UploadRowTable.tsx';
import type { UploadPreview } from './uploadRows.ts';

/** The rows of a checked file with their counts. */
export function UploadRows({ preview }: { preview: UploadPreview }) {
  const { rows, columns, validCount, faultyCount, seatsUsed, seatsLeft } = preview;
  return (
    <TableSection heading="Rows" count={rows.length}>
      <Stack gap="sm">
        <UploadReading preview={preview} />
        <Counters
          counters={[
            ['Valid', formatCount(validCount)],
            ['Invalid', formatCount(faultyCount)],
            ['Seats used', formatCount(seatsUsed)],
            ['Seats left', seatsLeft === null ? texts.noLimit : formatCount(seatsLeft)],
          ]}
        />
        <UploadRowTable
          caption="Rows of the file"
          columns={columns}
          rows={rows}
          words={{ fine: 'Valid', faulty: 'Invalid', faultyOnly: 'Invalid rows only' }}
        />
      </Stack>
    </TableSection>
  );
}
