import { asciiDomain, asciiEmail } from './domain-rules.ts';
import { textFolds } from './text-folds.ts';

type Range = readonly [from: number, to: number];

const classOf = (ranges: readonly Range[]): string =>
  ranges.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('');
const escaped = (characters: string): string => characters.replace('-', '\\-');

const { marks, invisible, quotes, hyphens, letters, secondSpellings } = textFolds;
const leftOut = new RegExp(` ?[${classOf(marks)}]|[${classOf(invisible)}${escaped(quotes + hyphens)}]`, 'gu');
const joints = new RegExp(`[${escaped(quotes + hyphens)}]`, 'gu');
const replacements = new Map(letters.flatMap(([to, from]) => [...from].map((letter) => [letter, to])));
const replaced = new RegExp(`[${[...replacements.keys()].join('')}]`, 'gu');
const spellings = new Map(secondSpellings.map(([to, from]): [string, string] => [from, to]));
const respelled = new RegExp([...spellings.keys()].join('|'), 'gu');
// Normalising other characters takes ten times as long, and nearly all texts have only these.
const ascii = /^[\0-\x7f]*$/;
const asciiLeftOut = /['"`-]/g;

const decompose = (text: string): string => text.normalize('NFKD').toLowerCase();
const replaceAll = (text: string, pattern: RegExp, by: ReadonlyMap<string, string>): string =>
  text.replace(pattern, (found) => by.get(found) ?? found);
const foldLetters = (decomposed: string): string => replaceAll(decomposed.replace(leftOut, ''), replaced, replacements);
const respell = (decomposed: string): string => foldLetters(replaceAll(decomposed, respelled, spellings));

/** Text for searches: no case, accents or `textFolds` differences; second spellings in extra lines. The database's `folded_text` is equal. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(asciiLeftOut, '');
  const decomposed = decompose(text);
  const second = decomposed.split(/[ \n]+/).filter((word) => word.search(respelled) >= 0);
  const folded = foldLetters(decomposed);
  return second.length === 0 ? folded : `${folded}\n${second.map(respell).join(' ')}`;
}

/** A word of a search, in each folded spelling that can match. */
export type SearchWord = readonly string[];

/** The spellings of a word: the spelling of Jean-Luc also finds Jeanluc and Jean Luc, and a domain its ASCII form. */
function spellingsOf(word: string): SearchWord {
  const whole = decompose(word);
  const parts = whole.replace(joints, ' ');
  const found = [whole, parts, decompose(asciiFormOf(word))].flatMap((one) => [foldLetters(one), respell(one)]);
  return [...new Set(found.map((one) => one.trim().replace(/ +/g, ' ')))].filter((one) => one !== '');
}

/** ASCII form of a word that can be an email or a domain, or their beginning; otherwise the word. */
function asciiFormOf(word: string): string {
  if (ascii.test(word)) return word;
  return word.includes('@') ? asciiEmail(word) : (word.includes('.') && asciiDomain(word)) || word;
}

// Separators of every alphabet, and zero-width spaces that other programs put between words.
const separators = /[\s\p{Cc}\u200b\u2060\ufeff,;\u060c\u061b\u3001\uff0c\uff1b()<>\uff08\uff09\uff1c\uff1e]+/u;
const mailLink = /mailto:([^\s<>"?]*)(?:\?[^\s<>"]*)?/giu;
const bracketed = /<([^\s<>@]+@[^\s<>@]+)>/gu;
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

const decodeLink = (link: string): string => {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
};

/** Words of a search, longest first, all required in any order. Pasted email addresses (`Quill, Ada <ada@acme.example>;`) lose their names, and one of several suffices. */
export function searchWords(search: string): SearchWord[] {
  const text = search.replace(mailLink, (_link, addresses: string) => decodeLink(addresses));
  const inBrackets = [...text.matchAll(bracketed)].map(([, found = '']) => found);
  const words = inBrackets.length > 0 ? inBrackets : text.split(separators);
  const read = words.map(spellingsOf).filter((spelled) => spelled.length > 0);
  const areAddresses = words.every((word) => word === '' || address.test(word));
  const wanted = areAddresses && read.length > 1 ? [[...new Set(read.flat())]] : read;
  // The longest word is in the fewest texts.
  return wanted.toSorted(([one = ''], [other = '']) => other.length - one.length);
}

export const hasWords = (folded: string, words: readonly SearchWord[]): boolean =>
  words.every((spelled) => spelled.some((one) => folded.includes(one)));
