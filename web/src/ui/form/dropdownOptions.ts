import { foldText, hasWords, type SearchWord, searchWords } from '@console/contract/fields/search-text';
import type { ReactNode } from 'react';

export interface DropdownOption {
  value: string;
  label: string;
  /** Shown next to the label; the search includes it. */
  hint?: string;
  /** An explanation in a line below the label; not searched, and not part of its name. */
  description?: string;
  group?: string;
  /** Before the label, decorative. */
  mark?: ReactNode;
}

export interface OptionGroup {
  /** Undefined for options without a group. */
  heading: string | undefined;
  options: DropdownOption[];
}

/** Lower case, without accents and surrounding spaces. */
const normalise = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLocaleLowerCase('en');

const wordsOf = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}+]+/gu, ' ')} `;

interface Typed {
  /** The folded text as a whole. */
  phrase: string;
  words: readonly SearchWord[];
}

/** Rank of a folded text for the typed text: the smaller, the better. */
const rankOf = (text: string, { phrase, words }: Typed): number => {
  const lines = text.split('\n');
  if (lines.includes(phrase)) return 0;
  if (lines.some((line) => line.startsWith(phrase))) return 1;
  if (wordsOf(text).includes(` ${phrase} `)) return 2;
  if (wordsOf(text).includes(` ${phrase}`)) return 3;
  return hasWords(text, words) ? 4 : Number.POSITIVE_INFINITY;
};

const groupRank = 5;

const optionRank = ({ label, hint = '', group = '' }: DropdownOption, typed: Typed): number => {
  const rank = Math.min(...[label, hint, `${label}\n${hint}`].map((text) => rankOf(foldText(text), typed)));
  return Number.isFinite(rank) || !hasWords(foldText(`${label}\n${hint}\n${group}`), typed.words) ? rank : groupRank;
};

/** Whether an option has a text itself, and not only its group. */
export const isNamedBy = ({ label, hint = '' }: DropdownOption, text: string): boolean =>
  hasWords(foldText(`${label}\n${hint}`), searchWords(text));

/** The best matches first: exact ones, then those that begin with the typed text. With `foundByServer` no option is left out. */
export const matchingOptions = (
  options: readonly DropdownOption[],
  text: string,
  { foundByServer = false }: { foundByServer?: boolean } = {},
): DropdownOption[] => {
  const [phrase = ''] = foldText(text.trim()).split('\n');
  const typed = { phrase, words: searchWords(text) };
  const ranked = options.map((option) => ({ option, rank: optionRank(option, typed) }));
  const matches = foundByServer ? ranked : ranked.filter(({ rank }) => Number.isFinite(rank));
  // The difference of two infinite ranks is not a number, so equal ranks are compared first.
  return matches
    .toSorted((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ option }) => option);
};

/** Option of a text; with `inAnySpelling` also the only one that a search for the text finds as equal. */
export const optionWithLabel = (
  options: readonly DropdownOption[],
  text: string,
  { inAnySpelling = false }: { inAnySpelling?: boolean } = {},
): DropdownOption | undefined => {
  const named = options.find(({ label }) => normalise(label) === normalise(text));
  if (named || !inAnySpelling) return named;
  const [alike, another] = options.filter(({ label }) => foldText(label.trim()) === foldText(text.trim()));
  return another ? undefined : alike;
};

/** Option of a value that can be typed in several ways, which `read` normalises. */
export const optionWithValue = (
  options: readonly DropdownOption[],
  meant: string,
  read: ((typed: string) => string) | undefined,
): DropdownOption | undefined => read && options.find(({ value }) => read(value) === meant);

/** Options of one group together, groups in the order of their first option. */
export const groupOptions = (options: readonly DropdownOption[]): OptionGroup[] => {
  const groups = new Map<string | undefined, DropdownOption[]>();
  for (const option of options) {
    const heading = option.group || undefined;
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  return [...groups].map(([heading, members]) => ({ heading, options: members }));
};

/** The order before anything is typed: options without a group first. */
export const ungroupedFirst = (options: readonly DropdownOption[]): DropdownOption[] => [
  ...options.filter(({ group }) => !group),
  ...options.filter(({ group }) => group),
];
