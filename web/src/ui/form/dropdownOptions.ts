import type { ReactNode } from 'react';

export interface DropdownOption {
  value: string;
  label: string;
  /** Shown beside the label; the search includes it. */
  hint?: string;
  /** What it means, in a line below the label; not searched, and no part of its name. */
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

/** How well a text matches the typed one: smaller is better. */
const rankOf = (text: string, typed: string): number => {
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  if (wordsOf(text).includes(` ${typed} `)) return 2;
  if (wordsOf(text).includes(` ${typed}`)) return 3;
  return text.includes(typed) ? 4 : Number.POSITIVE_INFINITY;
};

const groupRank = 5;

const optionRank = ({ label, hint = '', group = '' }: DropdownOption, typed: string): number => {
  const rank = Math.min(...[label, hint].map((text) => rankOf(normalise(text), typed)));
  return Number.isFinite(rank) || !normalise(group).includes(typed) ? rank : groupRank;
};

/** The best matches first: exact ones, then those that begin with the typed text. With `foundByServer` no option is left out. */
export const matchingOptions = (
  options: readonly DropdownOption[],
  text: string,
  { foundByServer = false }: { foundByServer?: boolean } = {},
): DropdownOption[] => {
  const ranked = options.map((option) => ({ option, rank: optionRank(option, normalise(text)) }));
  const matches = foundByServer ? ranked : ranked.filter(({ rank }) => Number.isFinite(rank));
  // The difference of two infinite ranks is no number.
  return matches
    .toSorted((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ option }) => option);
};

export const optionWithLabel = (options: readonly DropdownOption[], text: string): DropdownOption | undefined =>
  options.find(({ label }) => normalise(label) === normalise(text));

/** The option of a value that may be typed in several ways; `read` makes one of them. */
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
