import { analyse } from 'chardet';
import { textPenalty } from './text-plausibility.ts';

/** An encoding of texts that older programs write. */
export interface TextEncoding {
  /** The name to show and to give. */
  name: string;
  /** The name of the decoder (WHATWG). */
  label: string;
}

/** Those that say nothing about themselves, the more common ones first. */
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

/** The names that can be given. */
export const encodingNames = knownEncodings.map(({ name }) => name);

/** The encoding with this name, or with one of the names that browsers know it by, such as cp1250; null when there is none. */
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

/** What no text has: another encoding gives letters in these places. */
const unwritten = /[\0\u0080-\u009F\uFFFD\p{Co}\p{Cn}]/u;

/** The text of bytes in an encoding; null when it has bytes that are none of its characters. */
export function decodeAs({ label }: TextEncoding, bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return unwritten.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** A text that says its encoding, by its byte order mark or by being UTF-8. */
export interface DeclaredText {
  encoding: 'UTF-8' | 'UTF-16';
  /** Null: the bytes are not what their mark says. */
  text: string | null;
  isMarked: boolean;
}

/** The encoding that bytes declare; null when they may be in any. */
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
  // UTF-16 of Latin letters is also UTF-8, with a NUL after each of them.
  return text === null || text.includes('\0') ? null : { encoding: 'UTF-8', text, isMarked: false };
}

/** Whether most of what is not ASCII is UTF-8, so that another encoding would be a wrong guess. */
export function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\0-\u007F\uFFFD]/gu)?.length ?? 0;
  return damaged > 0 && whole > damaged;
}

export interface EncodingCandidate {
  name: string;
  /** Some cells with letters that are not ASCII, as this encoding has them. */
  samples: string[];
}

/** How much of a file is examined. More would not tell more about its encoding. */
const judgedBytes = 16 * 1024;
const shownSamples = 4;

const separators = /[,;\t\r\n"]+/;
/** None of them is a part of another character, except in UTF-16. */
const separatorBytes = new Set(Array.from(',;\t\r\n"', (sign) => sign.charCodeAt(0)));
const maxCellBytes = 200;
const newline = 0x0a;
const doubleByte = ['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'];
/** Encodings of which a file of today is rather in the first, where both give the same text. */
const siblings: Readonly<Record<string, string>> = {
  'windows-1250': 'iso-8859-2',
  'windows-1252': 'iso-8859-15',
  'windows-1253': 'iso-8859-7',
  'windows-1255': 'iso-8859-8',
  'windows-1257': 'iso-8859-13',
};

/** The encodings that decode bytes which declare none, the most likely first. `pause` lets other work run in between. */
export async function encodingCandidates(
  bytes: Uint8Array,
  pause: () => Promise<void> = async () => {},
): Promise<EncodingCandidate[]> {
  if (bytes.includes(0)) return wideEncodings.flatMap((encoding) => wideCandidates(encoding, bytes));
  const cells = foreignCells(bytes);
  // The first of a name is the most likely.
  const guesses = new Map(
    analyse(cells)
      .toReversed()
      .map(({ name, confidence }) => [encodingByName(name)?.label, confidence]),
  );
  // A single byte is a character whatever is around it.
  const distinct = Uint8Array.from(new Set(bytes));
  const rated: (EncodingCandidate & { penalty: number; guess: number })[] = [];
  for (const encoding of unmarkedEncodings) {
    await pause();
    const { name, label } = encoding;
    if (decodeAs(encoding, doubleByte.includes(label) ? bytes : distinct) === null) continue;
    const text = decodeAs(encoding, cells) ?? '';
    const guess = Math.max(guesses.get(label) ?? 0, guesses.get(siblings[label]) ?? 0);
    rated.push({ name, samples: samplesOf(text), penalty: textPenalty(text, label), guess });
  }
  return rated
    .sort((one, other) => one.penalty - other.penalty || other.guess - one.guess)
    .map(({ name, samples }) => ({ name, samples }));
}

/** UTF-16 without a mark: read in the wrong order of bytes, its separators are other characters. */
function wideCandidates(encoding: TextEncoding, bytes: Uint8Array): EncodingCandidate[] {
  const text = decodeAs(encoding, bytes);
  if (text === null || !separators.test(text)) return [];
  const foreign = text.split(separators).filter((cell) => /[^\0-\u007F]/.test(cell));
  return [{ name: encoding.name, samples: samplesOf(foreign.join('\n')) }];
}

const samplesOf = (text: string) =>
  [...new Set(text.split('\n').map((cell) => cell.trim()))].filter(Boolean).slice(0, shownSamples);

/** The cells with bytes that are not ASCII, one a line: the others would outweigh them. */
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
