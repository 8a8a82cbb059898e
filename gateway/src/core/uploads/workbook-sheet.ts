import { InvalidWorkbookError, type WorkbookArchive } from './workbook-archive.ts';
import { cellOf, type StoredCell, type WorkbookCell } from './workbook-cells.ts';
import type { NumberStyle } from './workbook-styles.ts';

export interface WorkbookRow {
  /** The row number of the spreadsheet, from 1. */
  row: number;
  cells: WorkbookCell[];
}

export interface SheetLimits {
  maxRows: number;
  /** The characters of all cells. */
  maxTextLength: number;
}

const maxColumns = 100;
/** The last row of a spreadsheet. */
const lastRow = 1_048_576;

/** The column of a reference such as AB12, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The rows of a sheet that have text. Bounded, because a million cells may name one shared text. */
export async function readSheet(
  archive: WorkbookArchive,
  part: string,
  sharedText: (index: number) => string,
  styleOf: (style: number) => NumberStyle,
  { maxRows, maxTextLength }: SheetLimits,
): Promise<WorkbookRow[] | null> {
  const rows: WorkbookRow[] = [];
  let row = 0;
  let cells: WorkbookCell[] = [];
  let column = -1;
  let cell: StoredCell | null = null;
  let reading: 'value' | 'inline' | 'formula' | null = null;
  let phonetic = false;
  let textLength = 0;

  const addCell = (stored: StoredCell) => {
    const read = cellOf(stored, sharedText);
    if (read.text === '' && !read.problem) return;
    if (column >= maxColumns) throw new InvalidWorkbookError(`The sheet has more than ${maxColumns} columns.`);
    textLength += read.text.length;
    if (textLength > maxTextLength) throw new InvalidWorkbookError('The sheet has more than 1 MB of text.');
    while (cells.length < column) cells.push({ text: '' });
    cells[column] = read;
  };
  const found = await archive.read(part, {
    open(name, { r = '', t = 'n', s = '0' }) {
      if (name === 'row') {
        row = Number(r) > row ? Number(r) : row + 1;
        if (!Number.isInteger(row) || row > lastRow)
          throw new InvalidWorkbookError('The sheet has a row too far down.');
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = Math.max(column + 1, columnOf(r));
        cell = { type: t, style: styleOf(Number(s)), value: '', inline: '', formula: null };
      } else if (name === 'rPh') phonetic = true;
      else if (cell && name === 'v') reading = 'value';
      else if (cell && name === 't' && !phonetic) reading = 'inline';
      else if (cell && name === 'f') {
        reading = 'formula';
        cell.formula = '';
      }
    },
    text(text) {
      if (cell && reading) cell[reading] += text;
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') reading = null;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell) {
        addCell(cell);
        cell = null;
      } else if (name === 'row' && cells.length > 0) {
        if (rows.length >= maxRows) throw new InvalidWorkbookError(`The sheet has more than ${maxRows} rows.`);
        rows.push({ row, cells });
      }
    },
  });
  return found ? rows : null;
}
