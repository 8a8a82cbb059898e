import type { WorkbookArchive } from './workbook-archive.ts';

export type NumberStyle = { isDate: boolean; digits: number };

const plain: NumberStyle = { isDate: false, digits: 0 };

/** Built-in formats of dates and times (ECMA-376, 18.8.30). */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Quoted texts, colours, conditions and escaped characters. */
const literal = /"[^"]*"|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|[\\_*]./gi;

function styleOf(code: string): NumberStyle {
  return {
    isDate: /[dmyhs]/i.test(code.replace(literal, '')),
    // A format of zeros only adds leading zeros.
    digits: /^0{2,30}$/.test(code) ? code.length : 0,
  };
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
