/** Words that are not British English. */
import { readFileSync } from 'node:fs';
import { spellCheckDocument } from 'cspell-lib';
import type { Text } from './texts.ts';

/** Names and terms of the product that no dictionary has. */
const words = readFileSync(new URL('words.txt', import.meta.url), 'utf8')
  .trim()
  .split(/\s+/);

export interface Misspelling {
  text: Text;
  word: string;
}

/** Checks one document, because each costs the dictionaries again. */
export async function misspellingsIn(texts: readonly Text[]): Promise<Misspelling[]> {
  const lines = texts.map(({ text }) => text.replaceAll(/…|\S+[/_]\S+/g, ' '));
  const { issues } = await spellCheckDocument(
    { uri: 'texts.txt', text: lines.join('\n'), languageId: 'plaintext', locale: 'en-GB' },
    { generateSuggestions: false, noConfigSearch: true },
    { language: 'en-GB', words, maxNumberOfProblems: 10_000, maxDuplicateProblems: 10_000 },
  );
  let line = 0;
  let end = lines[0]?.length ?? 0;
  return issues.flatMap(({ text: word, offset }) => {
    while (offset > end && line < lines.length - 1) {
      line += 1;
      end += 1 + (lines[line]?.length ?? 0);
    }
    const text = texts[line];
    return text ? [{ text, word }] : [];
  });
}
