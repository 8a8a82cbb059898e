import { zip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A cell: its text, or its XML after the reference, such as `s="1"><v>49</v>`. */
export type TestCell = string | { xml: string };

/** Number of the style with each format. */
export const styles = { dated: 1, padded: 2, text: 3, led: 4, dashed: 5, fraction: 6 } as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

interface TestSheet {
  name: string;
  state?: string;
  /** Rows of cells, from the first row of the sheet; an empty row is left out. */
  rows: readonly (readonly TestCell[])[];
  /** Numbers of hidden rows. */
  hidden?: readonly number[];
  /** Ranges of merged cells, such as A2:B3. */
  merged?: readonly string[];
}

/** The parts of a workbook with these sheets, as Excel writes them. */
export function workbookParts(sheets: readonly TestSheet[]): Record<string, string> {
  const texts = new Map<string, number>();
  const cellXml = (cell: TestCell, row: number, column: number) => {
    if (cell === '') return '';
    const r = `r="${letters(column)}${row}"`;
    if (typeof cell !== 'string') return `<c ${r} ${cell.xml}</c>`;
    const index = texts.get(cell) ?? texts.size;
    texts.set(cell, index);
    return `<c ${r} s="${styles.text}" t="s"><v>${index}</v></c>`;
  };
  const rowXml = (cells: readonly TestCell[], place: number, hidden: readonly number[]) =>
    `<row r="${place + 1}" spans="1:10"${hidden.includes(place + 1) ? ' hidden="1"' : ''}>${cells.map((cell, column) => cellXml(cell, place + 1, column)).join('')}</row>`;
  const sheetParts = sheets.map(({ rows, hidden = [], merged = [] }, place) => [
    `xl/worksheets/sheet${place + 1}.xml`,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${main}"><sheetData>${rows.map((cells, row) => rowXml(cells, row, hidden)).join('')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
  ]);
  const sheetXml = ({ name, state }: TestSheet, place: number) =>
    `<sheet name="${name}" sheetId="${place + 1}"${state ? ` state="${state}"` : ''} r:id="rId${place + 1}"/>`;
  return {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(sheetXml).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, place) => `<Relationship Id="rId${place + 1}" Target="worksheets/sheet${place + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(sheetParts),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;0&quot;#########"/><numFmt numFmtId="166" formatCode="000-0000000"/><numFmt numFmtId="167" formatCode="# ?/?"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="49"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${[...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  };
}

/** A workbook with one sheet. */
export const workbook = (...rows: readonly (readonly TestCell[])[]): Buffer =>
  zip(workbookParts([{ name: 'Users', rows }]));
