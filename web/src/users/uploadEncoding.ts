import { bulkUploadWorkbookExtension } from '@console/contract/rules';

/** How a text that is not UTF-8 may be read: no such file says which of them it is. */
export const oldEncodings = ['Windows-1252', 'Mac OS Roman'] as const;
export type OldEncoding = (typeof oldEncodings)[number];

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

/** How a file is to be read; undefined where it says so by itself, as UTF-8, UTF-16 and workbooks do. */
export const encodingOf = async (
  file: File,
  chosen: OldEncoding = 'Windows-1252',
): Promise<OldEncoding | undefined> => {
  if (file.name.toLowerCase().endsWith(bulkUploadWorkbookExtension)) return undefined;
  const bytes = await bytesOf(file);
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    return chosen;
  }
};

/** The file that is sent: the gateway takes an unmarked text for Windows-1252. */
export const fileToSend = async (file: File, encoding: OldEncoding | undefined): Promise<File> => {
  if (encoding !== 'Mac OS Roman') return file;
  const text = new TextDecoder('macintosh').decode(await bytesOf(file));
  return new File([text], file.name, { type: file.type });
};
