/** Theme colours; white text on the darkest shade of each has AA contrast. Green, yellow and red are those of states. */
export const avatarColors = ['blue', 'indigo', 'violet', 'grape', 'pink', 'cyan', 'teal'] as const;

/** Colour of a person or an organisation, stable for an id. */
export const avatarColorOf = (id: string): (typeof avatarColors)[number] => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return avatarColors[hash % avatarColors.length] ?? 'blue';
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of a word with its combining marks; empty without a letter. */
const firstLetterOf = (word: string): string[] => {
  const start = word.search(/\p{L}/u);
  if (start === -1) return [];
  const [letter] = graphemes.segment(word.slice(start));
  const small = letter?.segment ?? '';
  const capital = small.toLocaleUpperCase('en');
  // The capital of ß is two letters.
  return [[...graphemes.segment(capital)].length === 1 ? capital : small];
};

/** The first letters of the first and the last word with a letter; one letter for a single word or an email. */
export const initialsOf = (name: string): string => {
  const letters = (name.split('@', 1)[0] ?? '').split(/[\s()[\]]+/u).flatMap(firstLetterOf);
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('');
};
