import { InvalidWorkbookError, WorkbookArchive } from './workbook-archive.ts';
import { decodeEscapes } from './workbook-cells.ts';
import { readSheet, type SheetLimits, type WorkbookRow } from './workbook-sheet.ts';
import { readStyles } from './workbook-styles.ts';

export interface Workbook {
  /** The name of the sheet that was read. */
  sheet: string;
  rows: WorkbookRow[];
}

/** How a compound file begins: an encrypted workbook, or one of the older kind. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads a sheet of an .xlsx workbook: the one with this name, else the first that is not hidden. Throws InvalidWorkbookError. */
export async function readWorkbook(bytes: Buffer, preferred: string, limits: SheetLimits): Promise<Workbook> {
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile))
    throw new InvalidWorkbookError(
      bytes.includes(encryptedPackage)
        ? 'The workbook is protected by a password. Save it without one first.'
        : 'The file is a workbook of an older kind (.xls). Save it as .xlsx or as CSV UTF-8 first.',
    );
  try {
    return await readParts(await WorkbookArchive.open(bytes), preferred, limits);
  } catch (error) {
    if (error instanceof InvalidWorkbookError) throw error;
    throw new InvalidWorkbookError('The file cannot be read as a workbook. Save it as .xlsx again.', { cause: error });
  }
}

async function readParts(archive: WorkbookArchive, preferred: string, limits: SheetLimits): Promise<Workbook> {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  const isWorkbook = await archive.read('xl/workbook.xml', {
    open(name, attributes) {
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attributes.name ?? '', id, hidden: (attributes.state ?? 'visible') !== 'visible' });
    },
  });
  if (!isWorkbook) throw new InvalidWorkbookError('The file is no .xlsx workbook.');
  const sheet =
    sheets.find(({ name }) => name.trim().toLowerCase() === preferred.toLowerCase()) ??
    sheets.find(({ hidden }) => !hidden);
  const part = sheet && (await partsById(archive)).get(sheet.id);
  if (!sheet || !part) throw new InvalidWorkbookError('The workbook has no sheet that can be read.');
  const texts = await readSharedTexts(archive);
  const sharedText = (index: number): string => {
    const text = texts[index];
    if (text === undefined) throw new InvalidWorkbookError('The workbook lacks a text that a cell names.');
    return text;
  };
  const styleOf = await readStyles(archive, 'xl/styles.xml');
  const rows = await readSheet(archive, part, sharedText, styleOf, limits);
  if (!rows) throw new InvalidWorkbookError('The workbook has no sheet that can be read.');
  return { sheet: sheet.name, rows };
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
      if (reading) current += text;
    },
    close(name) {
      if (name === 't') reading = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') texts.push(decodeEscapes(current));
    },
  });
  return texts;
}
