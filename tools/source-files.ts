import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './steps.ts';

export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string;
  package: string;
  isTest: boolean;
  text: string;
  lines: readonly string[];
  codeLines: number;
  commentLines: number;
}

export const packages = ['contract', 'server-base', 'platform', 'gateway', 'web', 'tools', 'bench', 'e2e'] as const;

const testPath = /\.test\.|\.spec\.|^e2e\/|\/testing\//;

/** A line is a comment when it begins with one or is inside one; empty lines are neither. */
function countLines(lines: readonly string[]): { codeLines: number; commentLines: number } {
  const count = { codeLines: 0, commentLines: 0 };
  let isInside = false;
  for (const line of lines.map((one) => one.trim()).filter(Boolean)) {
    const opens = /^(\/\*|\{\/\*)/.test(line);
    count[isInside || opens || line.startsWith('//') ? 'commentLines' : 'codeLines'] += 1;
    if (isInside || opens) isInside = !line.includes('*/');
  }
  return count;
}

export function readSourceFiles(): SourceFile[] {
  const paths = globSync(`{${packages.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', '**/gql/**', '**/*.d.ts'],
  });
  return paths
    .map((found) => found.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const lines = text.trimEnd().split('\n');
      const isTest = testPath.test(path);
      return { path, package: path.split('/')[0] ?? '', isTest, text, lines, ...countLines(lines) };
    });
}

/** Longest chain of folders that import each other in order, without an area's declarations (tables, emails). Throws for a circle. */
export function longestFolderChain(files: readonly SourceFile[]): string[] {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  const imported = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      const [from, to] = [dirname(path), dirname(join(dirname(path), target)).replaceAll('\\', '/')];
      const isDeclaration = /\/(tables|notice-rules)\.ts$/.test(target);
      if (from !== to && folders.has(to) && !from.endsWith('/src') && !isDeclaration)
        imported.set(from, (imported.get(from) ?? new Set()).add(to));
    }
  const chains = new Map<string, string[]>();
  const longestOf = (from: Iterable<string>, above: readonly string[]): string[] =>
    [...from].map((folder) => chainFrom(folder, above)).reduce((a, b) => (b.length > a.length ? b : a), []);
  const chainFrom = (folder: string, above: readonly string[]): string[] => {
    if (above.includes(folder)) throw new Error(`folders import in a circle: ${[...above, folder].join(' → ')}`);
    const chain = chains.get(folder) ?? [folder, ...longestOf(imported.get(folder) ?? [], [...above, folder])];
    chains.set(folder, chain);
    return chain;
  };
  return longestOf(imported.keys(), []);
}
