/**
 * Differences that searches ignore after NFKD and lower case. The database's `folded_text` is generated from it: a
 * change needs a migration with a new function, column and index (docs/decisions/0064-search-folds.md).
 */
export const textFolds = {
  /** Removed together with a space before it: Unicode decomposes a free-standing accent (´) into space and accent. */
  marks: [
    [0x0300, 0x036f],
    [0x0483, 0x0489],
    // Points and accents of Hebrew.
    [0x0591, 0x05bd],
    [0x05bf, 0x05bf],
    [0x05c1, 0x05c2],
    [0x05c4, 0x05c5],
    [0x05c7, 0x05c7],
    // Arabic vowel signs, and the marks that tell the forms of alef, waw and ya apart.
    [0x0610, 0x061a],
    [0x064b, 0x065f],
    [0x0670, 0x0670],
    [0x0674, 0x0674],
    [0x06d6, 0x06dc],
    [0x06df, 0x06e4],
    [0x06e7, 0x06e8],
    [0x06ea, 0x06ed],
    // Nukta of six alphabets of India. Their vowel signs stay.
    [0x093c, 0x093c],
    [0x09bc, 0x09bc],
    [0x0a3c, 0x0a3c],
    [0x0abc, 0x0abc],
    [0x0b3c, 0x0b3c],
    [0x0cbc, 0x0cbc],
    [0x1ab0, 0x1aff],
    [0x1dc0, 0x1dff],
    [0x20d0, 0x20ff],
    [0xfe20, 0xfe2f],
  ],
  /** Removed: invisible characters (Default_Ignorable_Code_Point), and the tatweel, which only lengthens a word. */
  invisible: [
    [0x00ad, 0x00ad],
    [0x061c, 0x061c],
    [0x0640, 0x0640],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xfff0, 0xfff8],
    [0x1bca0, 0x1bca3],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
  ],
  /** Removed: apostrophes, primes and quotation marks. */
  quotes:
    '\'"`\u00ab\u00bb\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u05f4\u07f4\u07f5\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2035\ua78b\ua78c',
  /** Removed: hyphens, dashes and dots within words. */
  hyphens:
    '-\u00b7\u058a\u05be\u1400\u1806\u2010\u2012\u2013\u2014\u2015\u2027\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\u30fb',
  /** The first text of an entry replaces the letters in the second one. */
  letters: [
    ['ss', 'ß'],
    ['th', 'þ'],
    ['ae', 'æ'],
    ['oe', 'œ'],
    ['a', 'ⱥ'],
    ['b', 'ƀƃɓ'],
    ['c', 'ƈȼ'],
    ['d', 'đðɖɗƌ'],
    ['e', 'əɇɛ'],
    ['f', 'ƒ'],
    ['g', 'ɠǥɣ'],
    ['h', 'ħɦ'],
    ['i', 'ıɨɩ'],
    ['j', 'ɉ'],
    ['k', 'ƙ'],
    ['l', 'łƚɫ'],
    ['n', 'ŋɲƞ'],
    ['o', 'øɵɔ'],
    ['p', 'ƥ'],
    ['r', 'ɍ'],
    ['t', 'ŧƭʈⱦ'],
    ['u', 'ʉ'],
    ['v', 'ʋ'],
    ['y', 'ɏƴ'],
    ['z', 'ƶ'],
    // Letters that have another form at the end of a word.
    ['σ', 'ς'],
    ['כ', 'ך'],
    ['מ', 'ם'],
    ['נ', 'ן'],
    ['פ', 'ף'],
    ['צ', 'ץ'],
    ['г', 'ґ'],
    // Arabic alef, ya, kaf and heh.
    ['\u0627', '\u0671'],
    ['\u064a', '\u0649\u06cc\u06d2'],
    ['\u0643', '\u06a9'],
    ['\u0647', '\u0629\u06be\u06c1\u06d5'],
    [' ', '\u1680\u2028\u2029'],
  ],
  /** Second spellings of decomposed letters: a text with such a letter is found by both spellings. */
  secondSpellings: [
    ['oe', 'ø'],
    ['oe', 'o\u0308'],
    ['ae', 'a\u0308'],
    ['ue', 'u\u0308'],
    ['aa', 'a\u030a'],
    ['a', 'ə'],
  ],
} as const;
