import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, root } from './steps.ts';

/** The most that each may be: in kB, brotli, but for the number of scripts. */
interface Budget {
  '/login': number;
  'signed-in page': number;
  'further chunk': number;
  css: number;
  /** Of one page: many small ones are slow where an answer takes long. */
  scripts: number;
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}

interface Page {
  path: string;
  guarded: boolean;
  scripts: string[];
  styles: string[];
}

const dist = join(root, 'web/dist');
const sizes = new Map<string, number>();
const sizeOf = (file: string): number => {
  const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length;
  sizes.set(file, known);
  return known;
};
const kilobytes = (files: Iterable<string>): number =>
  Math.round([...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0) / 100) / 10;

/** What the page's own script cannot run without. */
function ofEntry(manifest: Record<string, Chunk>): { scripts: string[]; styles: string[] } {
  const known = new Set<Chunk>();
  const follow = (chunk: Chunk | undefined): void => {
    if (!chunk || known.has(chunk)) return;
    known.add(chunk);
    for (const name of chunk.imports ?? []) follow(manifest[name]);
  };
  follow(Object.values(manifest).find(({ isEntry }) => isEntry));
  return {
    scripts: [...known].map(({ file }) => file),
    styles: [...known].flatMap(({ css }) => css ?? []),
  };
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

/** The largest of a kind. */
export interface Largest {
  name: keyof Budget;
  of: string;
  size: number;
}

/** What is largest of each kind that the built console makes a browser fetch. */
export function largestOfEach(): Largest[] {
  const manifest = read(join(dist, '.vite/manifest.json')) as Record<string, Chunk>;
  const pages = read(join(dist, 'preloads.json')) as Page[];
  const entry = ofEntry(manifest);
  const scripts = ({ scripts: own }: Page) => [...entry.scripts, ...own.map((name) => name.slice(1))];
  const weighed = pages.map((page) => ({
    ...page,
    js: kilobytes(scripts(page)),
    css: kilobytes([...entry.styles, ...page.styles.map((name) => name.slice(1))]),
  }));
  const onPages = new Set(pages.flatMap(scripts));
  const later = Object.values(manifest).flatMap(({ file }) =>
    file.endsWith('.js') && !onPages.has(file) ? [file] : [],
  );
  const lines: Largest[] = [];
  const add = (name: keyof Budget, all: { of: string; size: number }[]) => {
    const [largest] = all.toSorted((one, other) => other.size - one.size);
    if (!largest) throw new Error(`the built console has no ${name}`);
    lines.push({ name, ...largest });
  };
  add(
    '/login',
    weighed.flatMap(({ path, js }) => (path === '/login' ? { of: path, size: js } : [])),
  );
  add(
    'signed-in page',
    weighed.flatMap(({ path, guarded, js }) => (guarded ? { of: path, size: js } : [])),
  );
  add(
    'further chunk',
    later.map((file) => ({ of: file, size: kilobytes([file]) })),
  );
  add(
    'css',
    weighed.map(({ path, css }) => ({ of: path, size: css })),
  );
  add(
    'scripts',
    weighed.map((page) => ({ of: page.path, size: scripts(page).length })),
  );
  if (process.argv.includes('--all'))
    for (const page of weighed)
      console.log(`  ${page.path}: ${page.js} kB in ${scripts(page).length} scripts, css ${page.css} kB`);
  return lines;
}

/** Compares what the built console makes a browser fetch with tools/console-size.json. Every line says what is largest and what it may be. */
export function checkSize(): boolean {
  build();
  const budget = read(join(root, 'tools/console-size.json')) as Budget;
  const lines = largestOfEach();
  for (const { name, of, size } of lines)
    console.log(`${size <= budget[name] ? '✔' : '✘'} console size: ${name} ${size} of ${budget[name]} (${of})`);
  return lines.every(({ name, size }) => size <= budget[name]);
}

if (import.meta.main) process.exit(existsSync(join(root, 'web')) && checkSize() ? 0 : 1);
