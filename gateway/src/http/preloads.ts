import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The build's table of pages, beside the console's page. */
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

const matchesPattern = (parts: readonly string[], pattern: readonly string[]): boolean =>
  parts.length === pattern.length &&
  pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));

const countParameters = (pattern: readonly string[]): number => pattern.filter((part) => part.startsWith(':')).length;

/** The tags that make a browser load all files of a page at once; those of the sign-in page for a guarded page without a session. A path that is not a page, or a build without the table, has none. */
export async function readPreloads(webDir: string): Promise<(path: string, signedIn: boolean) => string> {
  const table = JSON.parse(await readFile(join(webDir, preloadsName), 'utf8').catch(() => '[]')) as Page[];
  const pages = table
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
