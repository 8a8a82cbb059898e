import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** A test, or a row of a table of tests, with ids at the start of its title. */
interface Title {
  file: string;
  ids: readonly string[];
}

const testFiles = (): string[] =>
  globSync(['{contract,platform,gateway,web}/src/**/*.test.{ts,tsx}', 'e2e/**/*.{spec,test}.ts'], { cwd: root }).sort();

const idPattern = /^(?:[A-Z]+-[A-Z]?\d+(?:\.\d+)*|T\d+)$/;
const literalPattern = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** What a table of tests puts into a title. */
const valuePattern = /\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdijo]/g;
const value = '…';

/** The ids at the start of a literal. A table may put its value first: `%s MSG-9 …`. */
function idsOf(literal: string): string[] {
  const words = literal.split(' ');
  const end = words.findIndex((word) => word !== value && !idPattern.test(word));
  return words.slice(0, Math.max(end, 0)).filter((word) => word !== value);
}

/** The literals of a line. Of a row that has an id in its first cell, the first two are one title. */
function literalsOf(line: string): string[] {
  const literals = [...line.matchAll(literalPattern)].map(([, , text = '']) => text.replace(valuePattern, value));
  const [first = '', second, ...others] = literals;
  const isRow = /^\s*\[['"`]/.test(line) && idPattern.test(first) && second !== undefined;
  return isRow ? [`${first} ${second}`, ...others] : literals;
}

function titlesIn(file: string): Title[] {
  const literals = readFileSync(join(root, file), 'utf8').split('\n').flatMap(literalsOf);
  return literals.map((literal) => ({ file, ids: idsOf(literal) })).filter(({ ids }) => ids.length > 0);
}

export const testTitles = (): Title[] => testFiles().flatMap(titlesIn);
