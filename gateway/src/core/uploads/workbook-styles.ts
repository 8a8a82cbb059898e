import type { WorkbookArchive } from './workbook-archive.ts';

export interface NumberStyle {
  isDate: boolean;
  /** The digits of a whole number as the cell shows them. */
  shownAs: (digits: string) => string;
}

const plain: NumberStyle = { isDate: false, shownAs: (digits) => digits };

/** Built-in formats of dates and times (ECMA-376, 18.8.30). */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Quoted texts, colours, conditions and escaped characters. */
const literal = /"[^"]*"|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|[\\_*]./gi;

/** Parts of a format of digits and texts alone. Others, such as those of decimals and fractions, change no digits. */
const digitParts = /"[^"]*"|\\.|[0#? ()+-]/g;

function styleOf(code: string): NumberStyle {
  const isDate = /[dmyhs]/i.test(code.replace(literal, ''));
  const parts = code.match(digitParts) ?? [];
  const places = parts.filter((part) => /^[0#?]$/.test(part)).length;
  const hasDigitsOnly = parts.join('') === code && places > 0;
  return { isDate, shownAs: hasDigitsOnly && !isDate ? (digits) => format(digits, parts, places) : plain.shownAs };
}

/** Fills the places of a format from the right; the first place takes the digits that are left. */
function format(digits: string, parts: readonly string[], places: number): string {
  const given = digits.padStart(places, '\0');
  let at = 0;
  return parts
    .map((part) => {
      if (!/^[0#?]$/.test(part)) return part.replace(/^\\|"/g, '');
      const end = at === 0 ? given.length - places + 1 : at + 1;
      const taken = given.slice(at, end);
      at = end;
      return taken.replaceAll('\0', part === '0' ? '0' : '');
    })
    .join('');
}

export async function readStyles(archive: WorkbookArchive, part: string): Promise<(style: number) => NumberStyle> {
  const codes = new Map<string, NumberStyle>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  await archive.read(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, styleOf(formatCode.slice(0, 255)));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells)
        styles.push(codes.get(numFmtId) ?? (isDateId(Number(numFmtId)) ? { ...plain, isDate: true } : plain));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return (style) => styles[style] ?? plain;
}
