/** Theme colours; white text on the darkest shade of each has AA contrast. Green, yellow and red are those of states. */
export const sealColors = ['blue', 'indigo', 'violet', 'grape', 'pink', 'cyan', 'teal'] as const;

/** The colour of a person or an organisation: always the same for an id. */
export const sealColorOf = (id: string): (typeof sealColors)[number] => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sealColors[hash % sealColors.length] ?? 'blue';
};

/** The first letters of the first and the last word; one letter for a single word and for an email. */
export const initialsOf = (name: string): string => {
  const words = (name.split('@', 1)[0] ?? '').split(/[\s()[\]]+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '');
  return letters.join('').toLocaleUpperCase('en');
};
