/** Letters with a stroke, which Unicode does not decompose, and the letters that a search treats them as. */
export const strokeLetters = { from: 'ŁłØøĐđĦħŦŧı', to: 'LlOoDdHhTti' } as const;

/** Combining accents, as a character class of JavaScript and of PostgreSQL. */
export const accents = '[\\u0300-\\u036F]';

const accentPattern = new RegExp(accents, 'g');
const plainLetters = new Map(
  [...strokeLetters.from].map((letter, place) => [letter, strokeLetters.to[place] ?? letter]),
);
const strokePattern = new RegExp(`[${strokeLetters.from}]`, 'g');

/** Normalises a text for search: without case, accents and Unicode composition. */
export const foldCaseAndAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(accentPattern, '')
    .replace(strokePattern, (letter) => plainLetters.get(letter) ?? letter)
    .toLowerCase();
