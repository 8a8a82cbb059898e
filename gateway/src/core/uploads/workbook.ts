import type { FieldProblem } from '@console/contract/errors';
import { bulkMaxBytes, bulkMaxColumns, bulkMaxRows } from '@console/contract/rules';
import type { RunStep } from '@console/contract/user-file/run-step';
import { InvalidWorkbookError, WorkbookArchive } from './workbook-archive.ts';
import { type NumberStyle, readStyles } from './workbook-styles.ts';

interface WorkbookCell {
  text: string;
  from?: string;
  problem?: FieldProblem;
}

/** A shared formula can be as large as the sheet. */
const shownFormula = 200;

interface StoredCell {
  type: string;
  style: NumberStyle;
  value: string;
  inline: string;
  formula: string | null;
  /** Whether there is a value, possibly an empty text. */
  hasValue: boolean;
}

function cellOf(cell: StoredCell, sharedText: (index: number) => string): WorkbookCell {
  // Some writers give an empty cell a type: it is not the first text, FALSE or 0.
  const isEmpty = cell.value.trim() === '' && cell.type !== 'inlineStr' && (cell.type !== 'str' || !cell.hasValue);
  const read = isEmpty ? { text: '' } : storedValueOf(cell, sharedText);
  if (cell.formula === null || read.problem) return read;
  if (isEmpty)
    return { text: '', problem: { code: 'FORMAT', message: 'must be a value, but its formula was not calculated' } };
  return { ...read, from: cell.formula === '' ? 'a formula' : `=${cell.formula.slice(0, shownFormula)}` };
}

function storedValueOf(
  { type, style, value, inline }: StoredCell,
  sharedText: (index: number) => string,
): WorkbookCell {
  switch (type) {
    case 's':
      return { text: sharedText(/^\s*\d+\s*$/.test(value) ? Number(value) : Number.NaN) };
    case 'inlineStr':
      return { text: decodeEscapes(inline) };
    case 'str':
      return { text: decodeEscapes(value) };
    case 'b':
      return { text: ['1', 'true'].includes(value.trim()) ? 'TRUE' : 'FALSE' };
    case 'e':
      return {
        text: value,
        problem: { code: 'FORMAT', message: `must be a value, but its formula returns ${value.slice(0, 20)}` },
      };
    case 'd':
      return { text: '', problem: isDate };
    default:
      return numberOf(value, style);
  }
}

const isDate: FieldProblem = { code: 'FORMAT', message: 'must be text, but the workbook has a date here' };

function numberOf(value: string, { isDate: shownAsDate, shownAs }: NumberStyle): WorkbookCell {
  if (shownAsDate) return { text: '', problem: isDate };
  const number = Number(value);
  if (!Number.isFinite(number)) return { text: value };
  // Excel stores the nearest double: 0.1 is 0.10000000000000001.
  const text = Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)));
  return { text: Number.isSafeInteger(number) && number >= 0 ? shownAs(text) : text };
}

/** Text of a workbook, in which _x000A_ is a line break. */
const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

interface WorkbookRow {
  /** Row number of the spreadsheet, from 1. */
  row: number;
  cells: WorkbookCell[];
  /** Also by a filter. */
  isHidden: boolean;
}

/** The header and what can be above it count as well. */
const maxRows = bulkMaxRows + 10;
const lastRow = 1_048_576;

/** Column of a reference such as AB12, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const tooMuchText = () =>
  new InvalidWorkbookError('OTHER', 'The sheet has more than 1 MB of text. Split it into several files.');

/** Adds to a text, which is decoded as a whole at its end. */
function append(text: string, part: string): string {
  if (text.length + part.length > bulkMaxBytes) throw tooMuchText();
  return text + part;
}

const maxMerges = 1_000;

/** Adds a problem to each row of merged cells, except to the cell with their value: other cells look filled, and are empty. */
function markMerged(rows: readonly WorkbookRow[], reference: string): void {
  const [from = '', to = from] = reference.slice(0, 25).split(':');
  const [first, last] = [Number(/\d+$/.exec(from)?.[0]), Number(/\d+$/.exec(to)?.[0])];
  const column = columnOf(from);
  const isWide = columnOf(to) > column;
  for (const { row, cells } of rows) {
    const place = row === first ? column + 1 : column;
    if (row < first || row > last || (row === first && !isWide) || place < 0 || place >= bulkMaxColumns) continue;
    while (cells.length <= place) cells.push({ text: '' });
    const problem: FieldProblem = { code: 'FORMAT', message: `must not be part of the merged cells ${from}:${to}` };
    cells[place] = { text: cells[place]?.text ?? '', problem };
  }
}

/** Rows of a sheet with text. Bounded, because a million cells can name one shared text. */
async function readSheet(
  archive: WorkbookArchive,
  part: string,
  sharedText: (index: number) => string,
  styleOf: (style: number) => NumberStyle,
): Promise<WorkbookRow[] | null> {
  const rows: WorkbookRow[] = [];
  let row = 0;
  let cells: WorkbookCell[] = [];
  let isHidden = false;
  const merges: string[] = [];
  let column = -1;
  let cell: StoredCell | null = null;
  let reading: 'value' | 'inline' | 'formula' | null = null;
  let phonetic = false;
  let textLength = 0;

  const addCell = (stored: StoredCell) => {
    const read = cellOf(stored, sharedText);
    if (read.text === '' && !read.problem) return;
    if (column >= bulkMaxColumns)
      throw new InvalidWorkbookError('OTHER', `The sheet has more than ${bulkMaxColumns} columns.`);
    textLength += read.text.length;
    if (textLength > bulkMaxBytes) throw tooMuchText();
    while (cells.length < column) cells.push({ text: '' });
    cells[column] = read;
  };
  const found = await archive.read(part, {
    open(name, { r = '', t = 'n', s = '0', hidden, ht, ref = '' }) {
      if (name === 'row') {
        row = Number(r) > row ? Number(r) : row + 1;
        if (!Number.isInteger(row) || row > lastRow)
          throw new InvalidWorkbookError(
            'OTHER',
            'The sheet has a row number that is too high. Save it as .xlsx again.',
          );
        cells = [];
        isHidden = isTrue(hidden) || Number(ht) === 0;
        column = -1;
      } else if (name === 'c') {
        column = Math.max(column + 1, columnOf(r));
        cell = { type: t, style: styleOf(Number(s)), value: '', inline: '', formula: null, hasValue: false };
      } else if (name === 'mergeCell') {
        if (merges.push(ref) > maxMerges)
          throw new InvalidWorkbookError(
            'OTHER',
            `The sheet has more than ${maxMerges} merged cells. Split them and save the workbook again.`,
          );
      } else if (name === 'rPh') phonetic = true;
      else if (cell && name === 'v') {
        reading = 'value';
        cell.hasValue = true;
      } else if (cell && name === 't' && !phonetic) reading = 'inline';
      else if (cell && name === 'f') {
        reading = 'formula';
        cell.formula = '';
      }
    },
    text(text) {
      if (cell && reading) cell[reading] = append(cell[reading] ?? '', text);
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') reading = null;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell) {
        addCell(cell);
        cell = null;
      } else if (name === 'row' && cells.length > 0) {
        if (rows.length >= maxRows)
          throw new InvalidWorkbookError(
            'OTHER',
            `The sheet has too many rows. At most ${bulkMaxRows} can be uploaded at once.`,
          );
        rows.push({ row, cells, isHidden });
      }
    },
  });
  for (const reference of merges) markMerged(rows, reference);
  return found ? rows : null;
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

export interface Workbook {
  sheet: string;
  rows: WorkbookRow[];
}

/** Start of a compound file: an encrypted workbook, or an old .xls. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads an .xlsx sheet: the one with this name, else the first visible one. Throws InvalidWorkbookError. */
export async function readWorkbook(bytes: Buffer, preferred: string, runStep: RunStep): Promise<Workbook> {
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile))
    throw new InvalidWorkbookError(
      'OTHER',
      bytes.includes(encryptedPackage)
        ? 'The workbook is protected by a password. Remove the password and save it again.'
        : 'The file is in the older .xls format. Save it as .xlsx or as CSV UTF-8 first.',
    );
  try {
    return await readParts(await WorkbookArchive.open(bytes, runStep), preferred);
  } catch (error) {
    if (error instanceof InvalidWorkbookError) throw error;
    throw new InvalidWorkbookError('NOT_ALLOWED', 'The file cannot be read as a workbook. Save it as .xlsx again.', {
      cause: error,
    });
  }
}

async function readParts(archive: WorkbookArchive, preferred: string): Promise<Workbook> {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  const isWorkbook = await archive.read('xl/workbook.xml', {
    open(name, attributes) {
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attributes.name ?? '', id, hidden: (attributes.state ?? 'visible') !== 'visible' });
    },
  });
  if (!isWorkbook) throw new InvalidWorkbookError('OTHER', 'The file is not an .xlsx workbook.');
  const sheet =
    sheets.find(({ name }) => name.trim().toLowerCase() === preferred.toLowerCase()) ??
    sheets.find(({ hidden }) => !hidden);
  const part = sheet && (await partsById(archive)).get(sheet.id);
  if (!sheet || !part) throw new InvalidWorkbookError('OTHER', 'The workbook has no sheet that can be read.');
  const texts = await readSharedTexts(archive);
  const sharedText = (index: number): string => {
    const text = texts[index];
    if (text === undefined)
      throw new InvalidWorkbookError('OTHER', 'The workbook is damaged: a cell refers to a string that is missing.');
    return text;
  };
  const styleOf = await readStyles(archive, 'xl/styles.xml');
  const rows = await readSheet(archive, part, sharedText, styleOf);
  if (!rows) throw new InvalidWorkbookError('OTHER', 'The workbook has no sheet that can be read.');
  // A hidden sheet was chosen by its name, so its rows are not hidden from the reader by choice.
  return { sheet: sheet.name, rows: sheet.hidden ? rows.map((row) => ({ ...row, isHidden: false })) : rows };
}

async function partsById(archive: WorkbookArchive): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  await archive.read('xl/_rels/workbook.xml.rels', {
    open(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') parts.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return parts;
}

async function readSharedTexts(archive: WorkbookArchive): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let reading = false;
  let phonetic = false;
  await archive.read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') reading = !phonetic;
    },
    text(text) {
      if (reading) current = append(current, text);
    },
    close(name) {
      if (name === 't') reading = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') texts.push(decodeEscapes(current));
    },
  });
  return texts;
}
