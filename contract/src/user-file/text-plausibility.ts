/** Rates how unlikely a decoded text is as names and titles: a list of names is too short for the library's letter frequencies. */

/** Unusual signs: neither letters nor common punctuation. */
const sign = /[^\0-\u007F\p{L}\p{M}\p{Zs}\p{Cf}’‘“”«»„‚–—…·•€°№、。・ー〜()()]/gu;
const word = /[\p{L}\p{M}]+/gu;
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
];
/** A capital after a small letter, if one of the two is not ASCII. */
const risingCase = /[^\P{Ll}\0-\u007F]\p{Lu}|\p{Ll}[^\P{Lu}\0-\u007F]/gu;
/** Half-width kana, and Korean letters outside syllables. */
const loose = /[\uFF61-\uFF9F\u3131-\u318E]/g;
/** Final forms of Hebrew letters before another letter. */
const earlyFinal = /[ςךםןףץ](?=\p{L})/gu;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The rows with the common characters of a double-byte encoding, by first byte. */
const commonRows: Readonly<Record<string, readonly [decoder: string, from: number, to: number]>> = {
  gb18030: ['gb18030', 0xb0, 0xd7],
  big5: ['big5', 0xa4, 0xc6],
  shift_jis: ['euc-jp', 0xb0, 0xcf],
  'euc-jp': ['euc-jp', 0xb0, 0xcf],
};
const commonCharacters = new Map<string, ReadonlySet<string>>();

function commonCharactersOf(label: string): ReadonlySet<string> {
  const known = commonCharacters.get(label);
  if (known) return known;
  const [decoder, from, to] = commonRows[label] ?? ['gb18030', 1, 0];
  const bytes: number[] = [];
  for (let first = from; first <= to; first += 1)
    for (let second = decoder === 'big5' ? 0x40 : 0xa1; second <= 0xfe; second += 1)
      if (second < 0x7f || second > 0xa0) bytes.push(first, second);
  const common = new Set(new TextDecoder(decoder).decode(Uint8Array.from(bytes)));
  commonCharacters.set(label, common);
  return common;
}

function wordPenalty(text: string): number {
  const mixed = scripts.filter((script) => script.test(text)).length > 1 ? 4 : 0;
  const letters = Array.from(text);
  const foreign = letters.filter((letter) => letter > '\u007F').length;
  const isLatin = /\p{Script=Latin}/u.test(text);
  // Words in Latin script have mostly ASCII letters.
  const crowded = isLatin && letters.length > 2 && foreign > letters.length * 0.6 ? foreign : 0;
  return mixed + crowded + (/^\p{M}/u.test(text) ? 3 : 0);
}

/** The penalty of a text in an encoding; 0 for a plausible text. */
export function textPenalty(text: string, label: string): number {
  const words = text.match(word) ?? [];
  const ideographs = text.match(/\p{Script=Han}/gu) ?? [];
  const rare = ideographs.filter((character) => !commonCharactersOf(label).has(character)).length;
  return (
    4 * countOf(text, sign) +
    3 * countOf(text, risingCase) +
    2 * (countOf(text, loose) + countOf(text, earlyFinal) + rare) +
    words.reduce((sum, each) => sum + wordPenalty(each), 0)
  );
}
