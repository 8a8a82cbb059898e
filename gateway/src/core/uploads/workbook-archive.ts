import type { FieldErrorCode } from '@console/contract/errors';
import type { RunStep } from '@console/contract/user-file/run-step';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** A rejected workbook; the message tells the user why. */
export class InvalidWorkbookError extends Error {
  override name = 'InvalidWorkbookError';
  readonly code: FieldErrorCode;

  constructor(code: FieldErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface XmlEvents {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Decompressed bytes of a workbook; 5,000 rows have about 5 MB. */
const maxReadBytes = 16 * 1024 * 1024;
/** Elements and attributes of a workbook; 5,000 formatted rows have about 400,000. */
const maxTags = 1_000_000;
/** Levels of elements; workbooks have about ten. */
const maxDepth = 100;
const maxEntries = 1_000;

/** Archive of a workbook. Other requests run between decompressed parts. */
export class WorkbookArchive {
  #readBytes = 0;
  #tags = 0;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #runStep: RunStep;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, runStep: RunStep) {
    this.#zip = zip;
    this.#entries = entries;
    this.#runStep = runStep;
  }

  static async open(bytes: Buffer, runStep: RunStep): Promise<WorkbookArchive> {
    const zip = await fromBufferPromise(bytes, { autoClose: false, lazyEntries: true });
    // Counted by the archive, because a thousand parts can have one name.
    if (zip.entryCount > maxEntries)
      throw new InvalidWorkbookError('OTHER', 'The workbook has too many parts. Copy its rows into a new workbook.');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return new WorkbookArchive(zip, entries, runStep);
  }

  /** Reads a part; false if the workbook lacks it. */
  async read(name: string, { open, text, close }: XmlEvents): Promise<boolean> {
    const entry = this.#entries.get(name);
    if (!entry) return false;
    const parser = new SaxesParser({ xmlns: false, position: false } as const);
    // No workbook declares a document type, which could define entities.
    parser.on('doctype', () => {
      throw new InvalidWorkbookError(
        'OTHER',
        'The workbook contains a document type declaration, which is not supported.',
      );
    });
    let depth = 0;
    const countTag = () => {
      this.#tags += 1;
      if (this.#tags > maxTags)
        throw new InvalidWorkbookError(
          'TOO_LONG',
          `The workbook has more than ${maxTags.toLocaleString('en-GB')} elements and attributes. Copy its rows into a new workbook, or save the sheet as CSV UTF-8.`,
        );
    };
    parser.on('attribute', countTag);
    parser.on('opentag', (tag) => {
      countTag();
      depth += 1;
      if (depth > maxDepth)
        throw new InvalidWorkbookError('OTHER', `The workbook has more than ${maxDepth} levels of nested elements.`);
      open?.(localName(tag.name), tag.attributes);
    });
    parser.on('closetag', (tag) => {
      depth -= 1;
      close?.(localName(tag.name));
    });
    parser.on('text', (part) => text?.(part));
    parser.on('cdata', (part) => text?.(part));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      this.#readBytes += chunk.length;
      if (this.#readBytes > maxReadBytes)
        throw new InvalidWorkbookError(
          'TOO_LONG',
          'The workbook is too large: it has more than 16 MB when decompressed. Copy its rows into a new workbook, or save the sheet as CSV UTF-8.',
        );
      await this.#runStep(() => parser.write(decoder.decode(chunk, { stream: true })));
    }
    await this.#runStep(() => parser.write(decoder.decode()).close());
    return true;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
