import type { RunStep } from '@console/contract/user-file/run-step';
import {
  declaredText,
  decodeAs,
  encodingCandidates,
  isDamagedUtf8,
  type TextEncoding,
} from '@console/contract/user-file/text-encodings';
import { InvalidUserFileError } from '@console/contract/user-file/user-file';

export interface DecodedText {
  text: string;
  encoding: string;
}

/** Decodes by byte order mark, given encoding, else UTF-8. A wrong guess would corrupt names, so other files are rejected with possible encodings. Rejects with InvalidUserFileError. */
export async function decodeText(bytes: Buffer, given: TextEncoding | null, runStep: RunStep): Promise<DecodedText> {
  const declared = declaredText(bytes);
  if (declared?.isMarked || (declared && !given)) {
    const { text, encoding } = declared;
    if (text === null) throw new InvalidUserFileError('OTHER', `The file is not valid ${encoding} text. ${saveAgain}`);
    return { text, encoding };
  }
  const text = given && decodeAs(given, bytes);
  if (given && text !== null) return { text, encoding: given.name };
  if (!given && isDamagedUtf8(bytes))
    throw new InvalidUserFileError('OTHER', `Part of the file is UTF-8 text and part is not. ${saveAgain}`);
  const candidates = await encodingCandidates(bytes, runStep);
  if (candidates.length === 0) throw new InvalidUserFileError('OTHER', `The file is not readable text. ${saveAgain}`);
  const names = candidates.map(({ name }) => name).join(', ');
  throw new InvalidUserFileError(
    'OTHER',
    given
      ? `The file is not ${given.name} text. It can be read as one of these encodings, most likely first: ${names}.`
      : `The file is neither UTF-8 nor UTF-16 with a byte order mark. ${saveAgain} Or choose its encoding, most likely first: ${names}.`,
  );
}

const saveAgain = 'Save it as CSV UTF-8.';
