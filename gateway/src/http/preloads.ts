import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const pageTableFile = 'pages.json';
const loginPath = '/login';

interface Page {
  /** A pattern: `/O/:orgId/user`. */
  path: string;
  guarded: boolean;
  /** Names in Vite's manifest. */
  modules: string[];
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}

interface PageFiles extends Page {
  scripts: string[];
  styles: string[];
}

/** Adds chunks with all their static imports, in the order of loading. */
function addChunks(known: Set<Chunk>, manifest: Record<string, Chunk>, names: readonly string[]): Set<Chunk> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the built console has no ${name}`);
    if (!known.has(chunk)) addChunks(known.add(chunk), manifest, chunk.imports ?? []);
  }
  return known;
}

const readTable = async <Table>(webDir: string, name: string): Promise<Table | null> => {
  const text = await readFile(join(webDir, name), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Table);
};

const filesOf = (chunks: readonly Chunk[]) => ({
  scripts: chunks.map(({ file }) => file),
  styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
});

export async function readPageFiles(webDir: string) {
  const manifest = (await readTable<Record<string, Chunk>>(webDir, '.vite/manifest.json')) ?? {};
  const table = (await readTable<Page[]>(webDir, pageTableFile)) ?? [];
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  const entry = addChunks(new Set(), manifest, entries);
  const pages = table.map((page): PageFiles => {
    const chunks = [...addChunks(new Set(entry), manifest, page.modules)];
    return { ...page, ...filesOf(chunks.slice(entry.size)) };
  });
  return { entry: filesOf([...entry]), pages };
}

const toTags = ({ scripts, styles }: PageFiles): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');

const matchesPattern = (parts: readonly string[], pattern: readonly string[]): boolean =>
  parts.length === pattern.length &&
  pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));

const countParameters = (pattern: readonly string[]): number => pattern.filter((part) => part.startsWith(':')).length;

/** Preload tags of a page; of the sign-in page for a guarded page without a session. Empty for other paths or builds. */
export async function readPreloads(webDir: string): Promise<(path: string, signedIn: boolean) => string> {
  const pages = (await readPageFiles(webDir)).pages
    .map((page) => ({ pattern: page.path.split('/'), guarded: page.guarded, tags: toTags(page) }))
    .sort((one, other) => countParameters(one.pattern) - countParameters(other.pattern));
  const find = (path: string) => {
    const parts = path.split('/');
    return pages.find(({ pattern }) => matchesPattern(parts, pattern));
  };
  const login = find(loginPath)?.tags ?? '';
  return (path, signedIn) => {
    const page = find(path);
    return page?.guarded && !signedIn ? login : (page?.tags ?? '');
  };
}
