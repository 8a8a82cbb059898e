import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the build puts its table of pages, below the console's page. */
export const preloadsName = 'preloads.json';
const loginPath = '/login';

interface Page {
  /** A pattern: `/O/:orgId/user`. */
  path: string;
  guarded: boolean;
  scripts: string[];
  styles: string[];
}

const toTags = ({ scripts, styles }: Page): string =>
  [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('');

/** Whether a path is of a pattern; a part that begins with a colon stands for any. */
const isOf = (parts: readonly string[], pattern: readonly string[]): boolean =>
  parts.length === pattern.length &&
  pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));

const openParts = (pattern: readonly string[]): number => pattern.filter((part) => part.startsWith(':')).length;

/**
 * The tags that let a browser ask for all files of a page at once. Whoever is not signed in will see the sign-in page in the place of a guarded one. A path
 * that is no page, and a console that was built without the table, has none.
 */
export async function readPreloads(webDir: string): Promise<(path: string, signedIn: boolean) => string> {
  const table = JSON.parse(await readFile(join(webDir, preloadsName), 'utf8').catch(() => '[]')) as Page[];
  const pages = table
    .map((page) => ({ pattern: page.path.split('/'), guarded: page.guarded, tags: toTags(page) }))
    .sort((one, other) => openParts(one.pattern) - openParts(other.pattern));
  const find = (path: string) => {
    const parts = path.split('/');
    return pages.find(({ pattern }) => isOf(parts, pattern));
  };
  const login = find(loginPath)?.tags ?? '';
  return (path, signedIn) => {
    const page = find(path);
    return page?.guarded && !signedIn ? login : (page?.tags ?? '');
  };
}
