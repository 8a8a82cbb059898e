import { InvalidUserFileError } from '@console/contract/user-file';

/** A text file as it was decoded. */
export interface DecodedText {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Two bytes that are one letter in UTF-8, and Ã or Â with a sign in Windows-1252, which no language writes. */
const utf8Letter = /[\u00C2\u00C3][\u0080-\u00BF]/;
/** Bytes that Windows-1252 does not have. */
const undefinedBytes = /[\u0081\u008D\u008F\u0090\u009D]/;

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Decodes a text by its byte order mark, else as UTF-8, else as Windows-1252, as Excel saves "CSV". Throws InvalidUserFileError. */
export function decodeText(bytes: Buffer): DecodedText {
  const decoded = decodeMarked(bytes) ?? decodeUnmarked(bytes);
  if (decoded.text.includes('\u0000'))
    throw new InvalidUserFileError('The file is not text that can be read. Save it as CSV UTF-8 first.');
  return decoded;
}

function decodeMarked(bytes: Buffer): DecodedText | null {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!little && !big) return null;
  try {
    return { text: decode(bytes, little ? 'utf-16le' : 'utf-16be'), encoding: 'UTF-16' };
  } catch {
    throw new InvalidUserFileError('The file is not whole UTF-16 text. Save it as CSV UTF-8 first.');
  }
}

function decodeUnmarked(bytes: Buffer): DecodedText {
  try {
    return { text: decode(bytes, 'utf-8'), encoding: 'UTF-8' };
  } catch {
    const raw = bytes.toString('latin1');
    if (utf8Letter.test(raw))
      throw new InvalidUserFileError(
        'A part of the file is UTF-8 text, another part is not. Save it as CSV UTF-8 again.',
      );
    if (undefinedBytes.test(raw))
      throw new InvalidUserFileError('The file is neither UTF-8 nor Windows-1252 text. Save it as CSV UTF-8 first.');
    return { text: decode(bytes, 'windows-1252'), encoding: 'Windows-1252' };
  }
}
