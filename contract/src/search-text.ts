/** Letters with a stroke, which Unicode does not decompose, and the letters that a search treats them as. */
export const strokeLetters = { from: 'ŁłØøĐđĦħŦŧı', to: 'LlOoDdHhTti' } as const;

/** The marks that decomposed letters consist of besides the letter, as a character class of JavaScript and of PostgreSQL. */
export const accents = '[\\u0300-\\u036F]';

const accentPattern = new RegExp(accents, 'g');
const plainOf = new Map([...strokeLetters.from].map((letter, place) => [letter, strokeLetters.to[place] ?? letter]));
const strokePattern = new RegExp(`[${strokeLetters.from}]`, 'g');

/** A text as it is searched: capitals and accents do not matter, nor whether a letter was typed composed or decomposed. */
export const searchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(accentPattern, '')
    .replace(strokePattern, (letter) => plainOf.get(letter) ?? letter)
    .toLowerCase();
