import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldErrorCode } from '@console/contract/errors';
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
const maxEntries = 1_000;

/** Archive of a workbook. Other requests run between decompressed parts. */
export class WorkbookArchive {
  #readBytes = 0;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(bytes: Buffer): Promise<WorkbookArchive> {
    const zip = await fromBufferPromise(bytes, { autoClose: false, lazyEntries: true });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= maxEntries)
        throw new InvalidWorkbookError('OTHER', 'The workbook has too many parts. Copy its rows into a new workbook.');
      entries.set(entry.fileName, entry);
    }
    return new WorkbookArchive(zip, entries);
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
    parser.on('opentag', (tag) => open?.(localName(tag.name), tag.attributes));
    parser.on('closetag', (tag) => close?.(localName(tag.name)));
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
      parser.write(decoder.decode(chunk, { stream: true }));
      await nextTurn();
    }
    parser.write(decoder.decode()).close();
    return true;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
