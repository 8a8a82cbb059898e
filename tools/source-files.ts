import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

export const packages = ['contract', 'platform', 'gateway', 'web', 'tools', 'bench', 'e2e'] as const;

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

/** Pairs of folders that import each other, with an import of each direction. */
export function twoWayFolders(files: readonly SourceFile[]): string[] {
  const imports = new Map<string, string>();
  for (const { path, text } of files)
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      const imported = join(dirname(path), target).replaceAll('\\', '/');
      if (dirname(path) !== dirname(imported))
        imports.set(`${dirname(path)} ${dirname(imported)}`, `${path} → ${basename(imported)}`);
    }
  return [...imports].flatMap(([pair, example]) => {
    const [from = '', to = ''] = pair.split(' ');
    const back = imports.get(`${to} ${from}`);
    return back && from < to ? [`${from} and ${to}: ${example}, ${back}`] : [];
  });
}
