import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { fieldError } from '../ui/form/FieldError.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import type { TableParams } from '../ui/table/useListParams.ts';
import { UploadCellField } from './UploadCellField.tsx';
import { type FilledColumn, filledColumns, isFaultyUploadRow, type UploadRow } from './uploadRows.ts';
import { downloadUploadRows } from './uploadRowsFile.ts';
import type { Corrections } from './useCorrections.ts';

interface UploadRowTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly UploadRow[];
  /** Corrections of invalid cells, before the upload. */
  corrections?: Corrections;
  /** The labels of a row without and with problems, and of the choice to see only the latter. */
  words: { fine: FineWords; faulty: string; faultyOnly: string };
  downloads: readonly RowsDownload[];
}

type FineWords = string | Readonly<Record<Exclude<UploadRow['kind'], 'FAULTY'>, string>>;

const fineWord = (words: FineWords, { kind }: UploadRow): string =>
  typeof words === 'string' ? words : words[kind === 'FAULTY' ? 'NEW' : kind];

interface RowsDownload {
  label: string;
  fileName: string;
  /** Whether the table has all rows, or only rows with problems. */
  whole?: boolean;
}

type Line = UploadRow & { id: string };

/** The longest rendered text of a cell: one cell can be as large as the file. */
const shownLength = 200;

/** The columns of the template fit into a window of 1280 px. */
const minWidths: Readonly<Record<string, number>> = {
  email: 132,
  supervisor: 132,
  department_name: 136,
  role: 108,
  country_code: 110,
  mobile: 104,
  designation: 100,
  dept_lead: 96,
};

/** Texts longer than most emails do not get a wider column. */
const longestWeighed = 40;
const letterWidth = 8;
const cellPadding = 12;

/** The first columns, name and email in the template, identify rows. */
const shownOnPhones = 3;

/** Rows of a file of users, each cell with its problems. */
export function UploadRowTable({ caption, columns, rows, corrections, words, downloads }: UploadRowTableProps) {
  const [faultyOnly, setFaultyOnly] = useState(false);
  // Memoised: otherwise each key in a cell would read all rows of the file.
  const faultyRows = useMemo(() => rows.filter(isFaultyUploadRow), [rows]);
  const filled = useMemo(() => filledColumns(columns, rows), [columns, rows]);
  const anyFaulty = faultyRows.length > 0;
  const wanted = faultyOnly && anyFaulty ? faultyRows : rows;
  const { table, shown } = useInMemoryPaging(wanted);
  const offered = downloads.filter(({ whole }) => whole || anyFaulty);
  const save = ({ fileName: name, whole }: Omit<RowsDownload, 'label'>) =>
    downloadUploadRows({
      name,
      columns,
      rows: whole ? rows : faultyRows,
      fine: (row) => fineWord(words.fine, row),
      corrections,
    });
  return (
    <Stack gap="xs">
      {offered.length > 0 && (
        <Group gap="sm" justify="space-between">
          {anyFaulty && (
            <Checkbox
              label={words.faultyOnly}
              checked={faultyOnly}
              onChange={(event) => setFaultyOnly(event.currentTarget.checked)}
            />
          )}
          <Group gap="xs">
            {offered.map(({ label, ...download }) => (
              <Button
                key={label}
                variant="subtle"
                leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
                onClick={() => save(download)}
              >
                {label}
              </Button>
            ))}
          </Group>
        </Group>
      )}
      <DataTable
        caption={caption}
        columns={[numberColumn({ words, columns }), ...filled.map((column) => cellColumn(column, corrections))]}
        list={{ nodes: shown, totalCount: wanted.length }}
        table={table}
        emptyReason="The file has no rows."
      />
    </Stack>
  );
}

const join = (messages: readonly string[]): string => messages.join('; ');

const problemsAt = ({ problems }: UploadRow, at: string): string =>
  join(problems.filter(({ column }) => column === at).map(({ message }) => message));

/** The problems of the whole row, and of columns that are not in the file. */
const problemsBeside = ({ problems }: UploadRow, columns: readonly string[]): string =>
  join(
    problems
      .filter(({ column }) => column === null || !columns.includes(column))
      .map(({ column, message }) => (column === null ? message : `${column} ${message}`)),
  );

const numberColumn = ({ words, columns }: Pick<UploadRowTableProps, 'words' | 'columns'>): Column<Line> => ({
  key: 'row',
  title: 'Row',
  min: 132,
  weight: 0,
  render: (row) => (
    <>
      <Group gap="sm" component="span">
        {row.row}
        {isFaultyUploadRow(row) ? (
          <Badge color="red">{words.faulty}</Badge>
        ) : (
          <Badge color={row.kind === 'UNCHANGED' ? 'gray' : 'green'}>{fineWord(words.fine, row)}</Badge>
        )}
      </Group>
      {row.updates
        .filter(({ column }) => !columns.includes(column))
        .map((update) => (
          <Text key={update.column} component="span" display="block" size="xs">
            {`${update.column}: `}
            <Update {...update} />
          </Text>
        ))}
      <Problem message={problemsBeside(row, columns)} />
    </>
  ),
});

const shortened = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

const changeAt = ({ changes }: UploadRow, at: string): string => {
  const change = changes.find(({ column }) => column === at);
  return change ? `was ${shortened(change.from)}` : '';
};

const cellColumn = ({ name, place, longest }: FilledColumn, corrections?: Corrections): Column<Line> => {
  const text = ({ cells }: Line) => shortened(cells[place] ?? '');
  const min = minWidths[name] ?? 92;
  const updateIn = ({ updates }: Line) => updates.find((update) => update.column === name);
  const fieldFor = (row: Line) => {
    const typed = corrections?.at(row.row, name);
    const isFaulty = row.problems.some(({ column }) => column === name);
    if (!corrections || (typed === undefined && (!isFaulty || corrections.full))) return null;
    return (
      <UploadCellField
        column={name}
        row={row.row}
        text={typed ?? row.cells[place] ?? ''}
        problem={problemsAt(row, name)}
        locked={corrections.locked}
        onChange={(text) => corrections.set(row.row, name, text)}
        onCheck={corrections.check}
      />
    );
  };
  return {
    key: name,
    title: name,
    min,
    // Missing width of the longest text, so that no column has more before all texts fit.
    weight: Math.max(1, Math.min(longest, longestWeighed) * letterWidth + 2 * cellPadding - min),
    narrow: 'second line',
    second: (row) => {
      const problem = problemsAt(row, name);
      const change = changeAt(row, name);
      const field = fieldFor(row);
      if (field)
        return (
          <>
            {[`${name}:`, change].filter(Boolean).join(' ')}
            {field}
          </>
        );
      const update = updateIn(row);
      if (!problem && !change && !update) return place < shownOnPhones && text(row);
      return (
        <>
          {`${name}: `}
          {update ? <Update {...update} /> : [text(row) || '–', change].filter(Boolean).join(', ')}
          <Problem message={problem} />
        </>
      );
    },
    full(row) {
      const update = updateIn(row);
      return update ? `${textOrNone(update.from)} → ${textOrNone(update.to)}` : text(row);
    },
    render(row) {
      const field = fieldFor(row);
      const update = updateIn(row);
      return (
        <>
          {field ?? (update ? <Update {...update} /> : text(row) || '–')}
          <Change text={changeAt(row, name)} />
          {!field && <Problem message={problemsAt(row, name)} />}
        </>
      );
    },
  };
};

const textOrNone = (text: string): string => shortened(text) || '–';

/** The old and the new text of a cell, each in its own direction. */
function Update({ from, to }: Pick<UploadRow['updates'][number], 'from' | 'to'>) {
  return (
    <>
      <bdi translate="no">{textOrNone(from)}</bdi>
      {' → '}
      <b>
        <bdi translate="no">{textOrNone(to)}</bdi>
      </b>
    </>
  );
}

function Change({ text }: { text: string }) {
  return (
    text && (
      <Text component="span" display="block" size="xs" c="dimmed" truncate>
        {text}
      </Text>
    )
  );
}

function Problem({ message }: { message: string }) {
  return (
    message && (
      <Text component="span" display="block" size="xs" c="var(--mantine-color-error)" style={{ whiteSpace: 'normal' }}>
        {fieldError(message)}
      </Text>
    )
  );
}

/** State of a table with rows in memory, not in the URL. */
const useInMemoryPaging = (rows: readonly UploadRow[]) => {
  const [place, setPlace] = useState({ page: 1, size: 25 });
  const { size } = place;
  const page = Math.min(place.page, Math.max(1, Math.ceil(rows.length / size)));
  const offset = (page - 1) * size;
  const table: TableParams = {
    page,
    size,
    sort: null,
    variables: { first: size, offset },
    goTo: (to) => setPlace({ page: to, size }),
    // The page that contains the current first row.
    resize: (to) => setPlace({ size: to, page: Math.floor(offset / to) + 1 }),
    sortBy: () => {},
  };
  // Memoised: otherwise all rows would be new objects with each key, and rendered twice.
  const shown: readonly Line[] = useMemo(
    () => rows.slice(offset, offset + size).map((row) => ({ ...row, id: String(row.row) })),
    [rows, offset, size],
  );
  return { table, shown };
};
