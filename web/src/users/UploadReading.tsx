import { defaultCountryCode } from '@console/contract/rules';
import { Stack, Text } from '@mantine/core';
import { formatCount } from '../ui/layout/format.ts';
import { filledColumns, type UploadPreview } from './uploadRows.ts';

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** The encodings that a file declares. */
const saysItself = ['UTF-8', 'UTF-16'];

/** How a file was read, so that the user can see whether that is right. */
export function UploadReading({ preview }: { preview: UploadPreview }) {
  return (
    <Stack gap={2} maw={{ md: 720 }}>
      {readingLines(preview).map((line) => (
        <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}

const readingLines = ({ reading, columns, rows }: UploadPreview): string[] => {
  const { kind, encoding, separator, sheet, headerRow, headings, leftOut } = reading;
  const renamed = columns.flatMap((column, place) =>
    headings[place]?.toLowerCase() === column ? [] : `“${headings[place]}” as ${column}`,
  );
  const filled = filledColumns(columns, rows).map(({ name }) => name);
  const empty = columns.filter((column) => !filled.includes(column));
  const codePlace = columns.indexOf('country_code');
  const withoutCode = rows.filter(({ kind, cells }) => kind === 'NEW' && !cells[codePlace]?.trim()).length;
  const changed = rows.reduce((sum, { changes }) => sum + changes.length, 0);
  return [
    kind === 'XLSX'
      ? `Read as a workbook (.xlsx), sheet “${sheet}”.`
      : `Read as CSV (${encoding}, separated by ${separators[separator ?? ''] ?? separator}).`,
    headerRow > 1 && `Row ${formatCount(headerRow)} was read as the header. The rows above it were skipped.`,
    encoding !== null &&
      !saysItself.includes(encoding) &&
      `The file does not specify its encoding and was read as ${encoding}. Check names with accents.`,
    renamed.length > 0 && `Matched headings: ${renamed.join(', ')}.`,
    leftOut.length > 0 && `Skipped columns: ${leftOut.join(', ')}.`,
    empty.length > 0 && `Empty columns, not shown: ${empty.join(', ')}.`,
    withoutCode > 0 &&
      (withoutCode === 1
        ? `1 new user has no dialling code and will get ${defaultCountryCode}.`
        : `${formatCount(withoutCode)} new users have no dialling code and will get ${defaultCountryCode}.`),
    changed > 0 &&
      (changed === 1
        ? '1 value was converted. The original is shown below it.'
        : `${formatCount(changed)} values were converted. The original is shown below each.`),
  ].filter((line) => line !== false);
};
