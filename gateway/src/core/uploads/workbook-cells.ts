import type { NumberStyle } from './workbook-styles.ts';

/** A cell as a person sees it. */
export interface WorkbookCell {
  text: string;
  /** The formula that gives the text. */
  from?: string;
  /** Why the cell has no text. */
  problem?: string;
}

/** One shared formula can be as large as the sheet. */
const shownFormula = 200;

/** A cell as it is in the file. */
export interface StoredCell {
  type: string;
  style: NumberStyle;
  value: string;
  inline: string;
  formula: string | null;
}

export function cellOf(cell: StoredCell, sharedText: (index: number) => string): WorkbookCell {
  // A writer may give a cell its type and no value: it is empty, and not the first text, FALSE or 0.
  const isEmpty = cell.value.trim() === '' && cell.type !== 'inlineStr' && cell.type !== 'str';
  const read = isEmpty ? { text: '' } : storedValueOf(cell, sharedText);
  if (cell.formula === null || read.problem) return read;
  if (isEmpty) return { text: '', problem: 'must be a value: its formula was not calculated' };
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
      return { text: value, problem: `must be a value: its formula gives ${value.slice(0, 20)}` };
    case 'd':
      return { text: '', problem: isDate };
    default:
      return numberOf(value, style);
  }
}

const isDate = 'must be text: the workbook has a date here';

function numberOf(value: string, { isDate: shownAsDate, digits }: NumberStyle): WorkbookCell {
  if (shownAsDate) return { text: '', problem: isDate };
  const number = Number(value);
  if (!Number.isFinite(number)) return { text: value };
  // Excel stores the nearest double: 0.1 is 0.10000000000000001.
  const text = Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)));
  return { text: Number.isInteger(number) && number >= 0 ? text.padStart(digits, '0') : text };
}

/** Text of a workbook, in which _x000A_ is a line break. */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
