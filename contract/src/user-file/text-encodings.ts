import { analyse } from 'chardet';
import type { RunStep } from './run-step.ts';
import { textPenalty } from './text-plausibility.ts';

/** A text encoding of older programs. */
export interface TextEncoding {
  /** The name that the user sees and sends. */
  name: string;
  /** The label of the decoder (WHATWG). */
  label: string;
}

/** Encodings without a mark of their own, the more common ones first. */
const unmarkedEncodings: readonly TextEncoding[] = [
  ...[1252, 1250, 1251, 1254, 1253, 1257, 1255, 1256, 1258, 874].map((page) => ({
    name: `Windows-${page}`,
    label: `windows-${page}`,
  })),
  { name: 'Shift_JIS', label: 'shift_jis' },
  { name: 'EUC-KR', label: 'euc-kr' },
  { name: 'GB18030', label: 'gb18030' },
  { name: 'Big5', label: 'big5' },
  { name: 'EUC-JP', label: 'euc-jp' },
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => ({
    name: `ISO-8859-${part}`,
    label: `iso-8859-${part}`,
  })),
  { name: 'KOI8-R', label: 'koi8-r' },
  { name: 'KOI8-U', label: 'koi8-u' },
  { name: 'Mac OS Roman', label: 'macintosh' },
  { name: 'Mac OS Cyrillic', label: 'x-mac-cyrillic' },
  { name: 'IBM866', label: 'ibm866' },
];

const wideEncodings: readonly TextEncoding[] = [
  { name: 'UTF-16LE', label: 'utf-16le' },
  { name: 'UTF-16BE', label: 'utf-16be' },
];

const knownEncodings: readonly TextEncoding[] = [
  { name: 'UTF-8', label: 'utf-8' },
  ...wideEncodings,
  ...unmarkedEncodings,
  { name: 'ISO-2022-JP', label: 'iso-2022-jp' },
];

/** The encoding names that an upload accepts. */
export const encodingNames = knownEncodings.map(({ name }) => name);

/** The encoding with this name or with a label that browsers know, such as cp1250; null if unknown. */
export function encodingByName(name: string): TextEncoding | null {
  const typed = name.trim().toLowerCase();
  const named = knownEncodings.find((encoding) => encoding.name.toLowerCase() === typed);
  if (named) return named;
  try {
    const decoder = new TextDecoder(typed);
    const label = decoder.encoding === 'gbk' ? 'gb18030' : decoder.encoding;
    return knownEncodings.find((encoding) => encoding.label === label) ?? null;
  } catch {
    return null;
  }
}

/** Characters that real texts do not contain. In another encoding, the same bytes are letters. */
const unwritten = /[\0\u0080-\u009F\uFFFD\p{Co}\p{Cn}]/u;

/** Decodes bytes; null if they are not valid in the encoding. */
export function decodeAs({ label }: TextEncoding, bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return unwritten.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** A text of certain encoding: it has a byte order mark or is valid UTF-8. */
export interface DeclaredText {
  encoding: 'UTF-8' | 'UTF-16';
  /** Null if the bytes are not valid in the encoding of their mark. */
  text: string | null;
  isMarked: boolean;
}

/** The text if its encoding is certain; null if the bytes can be in any encoding. */
export function declaredText(bytes: Uint8Array): DeclaredText | null {
  const [first, second, third] = bytes;
  const decode = (label: string) => {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  };
  if (first === 0xff && second === 0xfe) return { encoding: 'UTF-16', text: decode('utf-16le'), isMarked: true };
  if (first === 0xfe && second === 0xff) return { encoding: 'UTF-16', text: decode('utf-16be'), isMarked: true };
  const text = decode('utf-8');
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'UTF-8', text, isMarked: true };
  // UTF-16 of Latin letters is also valid UTF-8, with a NUL after each letter.
  return text === null || text.includes('\0') ? null : { encoding: 'UTF-8', text, isMarked: false };
}

/** Whether most non-ASCII characters are valid UTF-8, so that guessing another encoding would be wrong. */
export function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\0-\u007F\uFFFD]/gu)?.length ?? 0;
  return damaged > 0 && whole > damaged;
}

export interface EncodingCandidate {
  name: string;
  /** Some cells with non-ASCII letters, decoded with this encoding. */
  samples: string[];
}

/** Number of examined bytes. More bytes would not change the result. */
const judgedBytes = 16 * 1024;
const shownSamples = 4;

const separators = /[,;\t\r\n"]+/;
/** In all encodings but UTF-16, these bytes are never part of another character. */
const separatorBytes = new Set(Array.from(',;\t\r\n"', (sign) => sign.charCodeAt(0)));
const maxCellBytes = 200;
const newline = 0x0a;
const doubleByte = ['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'];
/** Similar encodings. If both decode a text in the same way, a recent file is more likely in the first. */
const siblings: Readonly<Record<string, string>> = {
  'windows-1250': 'iso-8859-2',
  'windows-1252': 'iso-8859-15',
  'windows-1253': 'iso-8859-7',
  'windows-1255': 'iso-8859-8',
  'windows-1257': 'iso-8859-13',
};

/** The possible encodings of bytes without a declared one, the most likely first. */
export async function encodingCandidates(
  bytes: Uint8Array,
  runStep: RunStep = async (step) => step(),
): Promise<EncodingCandidate[]> {
  if (bytes.includes(0)) return wideEncodings.flatMap((encoding) => wideCandidates(encoding, bytes));
  const cells = await runStep(() => foreignCells(bytes));
  // The first result of a name is the most likely, so it must be set last.
  const guesses = await runStep(
    () =>
      new Map(
        analyse(cells)
          .toReversed()
          .map(({ name, confidence }) => [encodingByName(name)?.label, confidence]),
      ),
  );
  // In a single-byte encoding each byte is a character by itself.
  const distinct = Uint8Array.from(new Set(bytes));
  const rate = (encoding: TextEncoding) => {
    const { name, label } = encoding;
    if (decodeAs(encoding, doubleByte.includes(label) ? bytes : distinct) === null) return [];
    const text = decodeAs(encoding, cells) ?? '';
    const guess = Math.max(guesses.get(label) ?? 0, guesses.get(siblings[label]) ?? 0);
    return [{ name, samples: samplesOf(text), penalty: textPenalty(text, label), guess }];
  };
  const rated: (EncodingCandidate & { penalty: number; guess: number })[] = [];
  for (const encoding of unmarkedEncodings) rated.push(...(await runStep(() => rate(encoding))));
  return rated
    .sort((one, other) => one.penalty - other.penalty || other.guess - one.guess)
    .map(({ name, samples }) => ({ name, samples }));
}

/** UTF-16 without a mark. In the wrong byte order, separators decode as other characters. */
function wideCandidates(encoding: TextEncoding, bytes: Uint8Array): EncodingCandidate[] {
  const text = decodeAs(encoding, bytes);
  if (text === null || !separators.test(text)) return [];
  const foreign = text.split(separators).filter((cell) => /[^\0-\u007F]/.test(cell));
  return [{ name: encoding.name, samples: samplesOf(foreign.join('\n')) }];
}

const samplesOf = (text: string) =>
  [...new Set(text.split('\n').map((cell) => cell.trim()))].filter(Boolean).slice(0, shownSamples);

/** The cells with non-ASCII bytes, one per line. Cells with ASCII only would outweigh them. */
function foreignCells(bytes: Uint8Array): Uint8Array {
  const cells: number[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length && cells.length < judgedBytes; at += 1) {
    if (at < bytes.length && !separatorBytes.has(bytes[at] ?? newline)) continue;
    const cell = bytes.subarray(start, at);
    if (cell.length <= maxCellBytes && cell.some((byte) => byte > 0x7f)) cells.push(...cell, newline);
    start = at + 1;
  }
  return Uint8Array.from(cells);
}
