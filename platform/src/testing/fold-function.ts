import { textFolds } from '@console/contract/fields/text-folds';

type Range = readonly [from: number, to: number];

const escapeOf = (code: number): string =>
  code > 0xffff
    ? `\\U${code.toString(16).toUpperCase().padStart(8, '0')}`
    : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
const codesOf = (text: string): number[] => [...text].map((letter) => letter.codePointAt(0) as number);
const listed = (text: string): string => codesOf(text).map(escapeOf).join('');
const ranges = (all: readonly Range[]): string =>
  all.map(([from, to]) => (from === to ? escapeOf(from) : `${escapeOf(from)}-${escapeOf(to)}`)).join('');
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
/** A text as SQL writes it with ASCII letters and spaces. */
const literal = (text: string): string => {
  if (/^[a-z ]*$/.test(text)) return `'${text}'`;
  const escaped = text.replace(
    /[^a-z ]/g,
    (one) => `\\${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `U&'${escaped}'`;
};

/** The statement that creates the database's function from the table. A migration contains its text from the time of that migration. */
export function foldFunction(): string {
  const { marks, invisible, quotes, hyphens, letters, secondSpellings } = textFolds;
  const toLetter = letters.filter(([to]) => to.length === 1);
  const toLetters = letters.filter(([to]) => to.length > 1);
  const from = toLetter.map(([, some]) => some).join('');
  const to = toLetter.map(([one, some]) => one.repeat(some.length)).join('');
  const leftOut = ` ?[${ranges(marks)}]|[${ranges(invisible)}${listed(quotes + hyphens)}]`;
  const replaced = toLetters.reduce(
    (sql, [many, letter]) => `replace(${sql}, ${literal(letter)}, ${literal(many)})`,
    'folded',
  );
  const respelled = secondSpellings.reduce(
    (sql, [second, letter]) => `replace(${sql}, ${literal(letter)}, ${literal(second)})`,
    'word',
  );
  const hasSecond = secondSpellings.map(([, letter]) => listed(letter)).join('|');
  const asciiLeftOut = [...quotes, ...hyphens].filter(isAscii).join('');
  return `create function folded_text(given text) returns text language plpgsql immutable parallel safe as $$
    declare
      folded text;
    begin
      if octet_length(given) = char_length(given) then
        return translate(lower(given collate "C"), ${literal(asciiLeftOut)}, '');
      end if;
      folded := lower(normalize(given, nfkd) collate words);
      if folded ~ '${hasSecond}' then
        folded := folded || chr(10) || (
          select string_agg(${respelled}, ' ' order by place)
          from regexp_split_to_table(folded, '[ \\n]+') with ordinality as words(word, place)
          where word ~ '${hasSecond}');
      end if;
      folded := regexp_replace(folded, '${leftOut}', '', 'g');
      if octet_length(folded) = char_length(folded) then
        return folded;
      end if;
      return translate(${replaced}, ${literal(from)}, ${literal(to)});
    end $$`;
}
