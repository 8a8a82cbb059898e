import { bulkUploadWorkbookExtension } from '@console/contract/rules';
import type { EncodingCandidate } from '@console/contract/user-file/text-encodings';

/** The encoding of a text file that does not declare one, and the other candidates. */
export interface EncodingChoice {
  name: string;
  /** The most likely first. */
  candidates: readonly EncodingCandidate[];
}

/** Whether bytes declare their encoding, by a byte order mark or by being UTF-8. */
const declaresEncoding = (bytes: Uint8Array): boolean => {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff) return true;
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
};

/** The encoding to read a file in; undefined if the file declares it, as UTF-8, UTF-16 and workbooks do, and if the gateway says why the file cannot be read. */
export const encodingChoiceOf = async (file: File, chosen?: string): Promise<EncodingChoice | undefined> => {
  if (file.name.toLowerCase().endsWith(bulkUploadWorkbookExtension)) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (declaresEncoding(bytes)) return undefined;
  // Loaded on demand, because few files need the character tables.
  const detection = await import('@console/contract/user-file/text-encodings').catch(() => null);
  if (!detection || detection.isDamagedUtf8(bytes)) return undefined;
  const candidates = await detection.encodingCandidates(bytes);
  const name = candidates.find((candidate) => candidate.name === chosen)?.name ?? candidates[0]?.name;
  return name === undefined ? undefined : { name, candidates };
};
