import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

const page = join(root, 'docs/performance.md');

export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Replaces the block of that name in docs/performance.md. */
export function writeBlock(name: string, lines: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- bench ${name} -->\n`, `<!-- /bench ${name} -->`];
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`${page} has no marks of ${name}`);
  writeFileSync(page, text.slice(0, from) + ['', ...lines, '', ''].join('\n') + text.slice(to));
}
