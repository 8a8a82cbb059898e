import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** A test, or a row of a table of tests, whose title begins with ids. */
export interface Title {
  file: string;
  ids: readonly string[];
  /** What it states, after the groups (`describe`) that it is in. */
  text: string;
}

/** Every file whose tests a ring runs. */
const testFiles = (): string[] =>
  globSync(['{contract,platform,gateway,web}/src/**/*.test.{ts,tsx}', 'e2e/**/*.{spec,test}.ts'], { cwd: root }).sort();

const id = /^(?:[A-Z]+-[A-Z]?\d+(?:\.\d+)*|T\d+)$/;
const literal = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** What a table of tests puts into a title. */
const value = /\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdijo]/g;

/** The titles of a file. The code is formatted, so that the indentation tells which groups a title is in. */
function titlesIn(file: string): Title[] {
  const groups: { indentation: number; text: string }[] = [];
  const titles: Title[] = [];
  for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
    const indentation = line.search(/\S/);
    const isStatement = indentation >= 0 && !/^\s*[)\]}]/.test(line);
    if (isStatement) while ((groups.at(-1)?.indentation ?? -1) >= indentation) groups.pop();
    const isGroup = /^\s*describe\b.*\(/.test(line);
    const literals = [...line.matchAll(literal)].map(([, , text = '']) => text.replace(value, '…'));
    for (const text of isGroup ? literals.slice(-1) : literals) {
      const words = text.split(' ');
      const first = words.findIndex((word) => !id.test(word));
      const stated = words.slice(first).join(' ');
      if (first > 0)
        titles.push({
          file,
          ids: words.slice(0, first),
          text: [...groups.map((group) => group.text), stated].join(' › '),
        });
      if (isGroup) groups.push({ indentation, text: stated });
    }
  }
  return titles;
}

export const testTitles = (): Title[] => testFiles().flatMap(titlesIn);
