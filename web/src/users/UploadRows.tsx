import { bulkMaxCorrections, texts } from '@console/contract/rules';
import { Checkbox, Stack, Text } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { LabelledNumbers } from '../ui/table/LabelledNumbers.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { countOf, formatCount, formatMoment } from '../ui/values/format.ts';
import { UploadReading } from './UploadReading.tsx';
import { UploadRowTable } from './UploadRowTable.tsx';
import type { UploadPreview } from './uploadRows.ts';
import type { Corrections } from './useCorrections.ts';

interface UploadRowsProps {
  preview: UploadPreview;
  /** Email domains of the organisation. */
  domains: readonly string[];
  corrections: Corrections;
  /** Whether the file updates existing users. */
  isUpdating: boolean;
  includesHidden: boolean;
  disabled: boolean;
  onHidden: (included: boolean) => void;
}

/** The rows of a checked file with their counts. */
export function UploadRows(props: UploadRowsProps) {
  const { preview, domains, corrections, isUpdating, includesHidden, disabled, onHidden } = props;
  const { hiddenRowCount } = preview.reading;
  const { rows, columns, validCount, faultyCount, seatsUsed, seatsLeft, emailsUntil } = preview;
  return (
    <TableSection heading="Rows" count={rows.length}>
      <Stack gap="sm">
        <UploadReading preview={preview} domains={domains} corrections={corrections} />
        {isUpdating && <Text fw={600}>{updateSummary(preview)}</Text>}
        <LabelledNumbers
          counters={[
            ...(isUpdating ? [] : [['Valid', formatCount(validCount)] as const]),
            ['Invalid', formatCount(faultyCount)],
            ['Active users', formatCount(seatsUsed)],
            ['More users allowed', seatsLeft === null ? texts.noLimit : formatCount(seatsLeft)],
          ]}
        />
        {emailsUntil && (
          <EmailPromise>
            <Text>{`This organisation sends 2,000 invitations an hour. The last one of this file is sent at ${formatMoment(new Date(emailsUntil))}.`}</Text>
          </EmailPromise>
        )}
        {corrections.full && (
          <Text role="status">{`You have reached the limit of ${formatCount(bulkMaxCorrections)} corrections. Make any others in the file.`}</Text>
        )}
        <UploadRowTable
          caption="Rows of the file"
          columns={columns}
          rows={rows}
          corrections={corrections}
          words={{ fine: isUpdating ? byKind : 'Valid', faulty: 'Invalid', faultyOnly: 'Invalid rows only' }}
          downloads={[{ label: 'Download invalid rows', fileName: 'invalid-rows.csv' }]}
        />
        {hiddenRowCount > 0 && (
          <Checkbox
            label={`Include ${countOf(hiddenRowCount, 'hidden row')}`}
            description="Rows that are hidden in the sheet, also by a filter, are left out by default."
            checked={includesHidden}
            disabled={disabled}
            onChange={(event) => onHidden(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </TableSection>
  );
}

const byKind = { NEW: 'New', UPDATE: 'To update', UNCHANGED: 'Unchanged' };

const updateSummary = ({ updateCount, newCount, unchangedCount }: UploadPreview): string =>
  `${formatCount(updateCount)} to update, ${formatCount(newCount)} new, ${formatCount(unchangedCount)} unchanged`;
