import { shownDomain } from '@console/contract/fields/shown-domain';
import { defaultCountryCode } from '@console/contract/rules';
import { Stack, Text } from '@mantine/core';
import { countOf, formatCount } from '../ui/values/format.ts';
import { isOutsideDomains } from './isOutsideDomains.ts';
import { filledColumns, type UploadPreview, type UploadRow } from './uploadRows.ts';
import type { Corrections } from './useCorrections.ts';

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** The encodings that a file declares. */
const saysItself = ['UTF-8', 'UTF-16'];

interface UploadReadingProps {
  preview: UploadPreview;
  /** Email domains of the organisation. */
  domains: readonly string[];
  corrections: Corrections;
}

/** How a file was read, so that the user can see whether that is right. */
export function UploadReading({ preview, domains, corrections }: UploadReadingProps) {
  return (
    <Stack gap={2} maw={{ md: 720 }}>
      {[...readingLines(preview, corrections), ...domainLines(preview, domains)].map((line) => (
        <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}

const readingLines = ({ reading, columns, rows }: UploadPreview, corrections: Corrections): string[] => {
  const { kind, encoding, separator, sheet, headerRow, headings, leftOut } = reading;
  const renamed = columns.flatMap((column, place) =>
    headings[place]?.toLowerCase() === column ? [] : `“${headings[place]}” as ${column}`,
  );
  const filled = filledColumns(columns, rows).map(({ name }) => name);
  const empty = columns.filter((column) => !filled.includes(column));
  const cellOf = ({ cells }: UploadRow, column: string) => cells[columns.indexOf(column)]?.trim();
  const withoutCode = rows.filter(
    (row) => row.kind === 'NEW' && cellOf(row, 'mobile') && !cellOf(row, 'country_code'),
  ).length;
  const changed = rows.flatMap(({ row, changes }) =>
    changes.filter(({ column }) => corrections.at(row, column) === undefined),
  ).length;
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
      `${countOf(withoutCode, 'new user')} with a mobile number and no dialling code will get ${defaultCountryCode}.`,
    changed > 0 &&
      `${countOf(changed, 'value')} ${changed === 1 ? 'was' : 'were'} converted. The original is shown below ${changed === 1 ? 'it' : 'each'}.`,
  ].filter((line) => line !== false);
};

/** A warning about addresses of new users outside the email domains. */
function domainLines({ columns, rows }: UploadPreview, domains: readonly string[]): string[] {
  const place = columns.indexOf('email');
  const outside = rows.filter(({ kind, cells }) => kind === 'NEW' && isOutsideDomains(cells[place] ?? '', domains));
  const one = outside.length === 1;
  return outside.length === 0
    ? []
    : [
        `${countOf(outside.length, 'new user')} ${one ? 'has' : 'have'} an email address outside the organisation’s email domains (${domains.map(shownDomain).join(', ')}). Check ${one ? 'this address' : 'these addresses'}.`,
      ];
}
