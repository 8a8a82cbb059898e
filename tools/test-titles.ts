import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** A test, or a row of a table of tests, with ids at the start of its title. */
export interface Title {
  file: string;
  ids: readonly string[];
  /** The fact that it states, after the groups (`describe`) that it is in. */
  text: string;
}

const testFiles = (): string[] =>
  globSync(['{contract,platform,gateway,web}/src/**/*.test.{ts,tsx}', 'e2e/**/*.{spec,test}.ts'], { cwd: root }).sort();

const idPattern = /^(?:[A-Z]+-[A-Z]?\d+(?:\.\d+)*|T\d+)$/;
const literalPattern = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** What a table of tests puts into a title. */
const valuePattern = /\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdijo]/g;
const value = '…';

/** The title in a literal: null for one that does not begin with ids. A table may put its ids first: `%s MSG-9 …`. */
function parseTitle(literal: string): { ids: string[]; text: string } | null {
  const words = literal.split(' ');
  const end = words.findIndex((word) => word !== value && !idPattern.test(word));
  const ids = words.slice(0, Math.max(end, 0)).filter((word) => word !== value);
  return ids.length > 0 ? { ids, text: words.slice(words.lastIndexOf(ids.at(-1) ?? '') + 1).join(' ') } : null;
}

/** The titles of a file. The code is formatted, so that the indentation shows which groups a title is in. */
function titlesIn(file: string): Title[] {
  const groups: { indentation: number; text: string }[] = [];
  const titles: Title[] = [];
  for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
    const indentation = line.search(/\S/);
    const isStatement = indentation >= 0 && !/^\s*[)\]}]/.test(line);
    if (isStatement) while ((groups.at(-1)?.indentation ?? -1) >= indentation) groups.pop();
    const isGroup = /^\s*describe\b.*\(/.test(line);
    const literals = [...line.matchAll(literalPattern)].map(([, , text = '']) => text.replace(valuePattern, value));
    // A row with an id in its first cell: the id is the start of its title, the next cell a part of it.
    const isRow = /^\s*\[['"`]/.test(line) && idPattern.test(literals[0] ?? '') && literals.length > 1;
    if (isRow) literals.splice(0, 2, `${literals[0]} ${literals[1]}`);
    for (const literal of isGroup ? literals.slice(-1) : literals) {
      const title = parseTitle(literal);
      if (title)
        titles.push({ file, ids: title.ids, text: [...groups.map(({ text }) => text), title.text].join(' › ') });
      if (isGroup) groups.push({ indentation, text: title?.text ?? literal });
    }
  }
  return titles;
}

export const testTitles = (): Title[] => testFiles().flatMap(titlesIn);
