import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  declaredText,
  decodeAs,
  encodingCandidates,
  isDamagedUtf8,
  type TextEncoding,
} from '@console/contract/text-encodings';
import { InvalidUserFileError } from '@console/contract/user-file';

export interface DecodedText {
  text: string;
  encoding: string;
}

/**
 * Decodes a text by its byte order mark, else by the given encoding, else as UTF-8. A guess would create people with letters that the file does not have, so
 * another file is refused with the encodings that decode it. Rejects with InvalidUserFileError.
 */
export async function decodeText(bytes: Buffer, given: TextEncoding | null): Promise<DecodedText> {
  const declared = declaredText(bytes);
  if (declared?.isMarked || (declared && !given)) {
    const { text, encoding } = declared;
    if (text === null) throw new InvalidUserFileError('OTHER', `The file is not whole ${encoding} text. ${saveAgain}`);
    return { text, encoding };
  }
  const text = given && decodeAs(given, bytes);
  if (given && text !== null) return { text, encoding: given.name };
  if (!given && isDamagedUtf8(bytes))
    throw new InvalidUserFileError('OTHER', `A part of the file is UTF-8 text, another part is not. ${saveAgain}`);
  const candidates = await encodingCandidates(bytes, nextTurn);
  if (candidates.length === 0)
    throw new InvalidUserFileError('OTHER', `The file is not text that can be read. ${saveAgain}`);
  const names = candidates.map(({ name }) => name).join(', ');
  throw new InvalidUserFileError(
    'OTHER',
    given
      ? `The file is not ${given.name} text. Encodings that read it, the most likely first: ${names}.`
      : `The file is not UTF-8, nor UTF-16 with a byte order mark. ${saveAgain} Or name its encoding, the most likely first: ${names}.`,
  );
}

const saveAgain = 'Save it as CSV UTF-8.';
