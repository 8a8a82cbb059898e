import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readPageFiles } from '../../gateway/src/http/preloads.ts';
import { root } from '../processes.ts';

/** The largest of a kind, in kB, brotli; of `scripts`, how many a page has. */
export interface Largest {
  name: string;
  of: string;
  size: number;
}

const largest = (all: readonly Largest[]): Largest[] => all.toSorted((one, other) => other.size - one.size).slice(0, 1);

/** What is largest of each kind that the built console makes a browser fetch. */
export async function largestOfEach(): Promise<Largest[]> {
  const report = execFileSync('pnpm', ['exec', 'size-limit', '--json'], { cwd: root, encoding: 'utf8' });
  const measured = (JSON.parse(report) as { name: string; size: number }[]).map(({ name, size }): Largest => {
    const [kind = '', of = ''] = name.split(': ');
    return { name: kind, of, size: Math.round(size / 100) / 10 };
  });
  const { entry, pages } = await readPageFiles(join(root, 'web/dist'));
  const scripts = pages.map((page) => ({
    name: 'scripts',
    of: page.path,
    size: entry.scripts.length + page.scripts.length,
  }));
  return [
    ...['/login', 'signed-in page', 'further chunk', 'css'].map((kind) => measured.filter(({ name }) => name === kind)),
    scripts,
  ].flatMap(largest);
}
