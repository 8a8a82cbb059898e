import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Modes do nothing on Windows, where the folder has the rights of the one around it. */
const hasModes = process.platform !== 'win32';
const others = 0o077;
/** A folder that all accounts share on purpose, such as /tmp: changing it would break what is not ours. */
const isShared = 0o1000;

interface OpenPath {
  path: string;
  isFolder: boolean;
}

/** What the platform has made in its data folder, and the folder itself, where other accounts of the machine may read or change it. */
export function findOpenPaths(dataDir: string): OpenPath[] {
  if (!hasModes || !existsSync(dataDir)) return [];
  const folder = realpathSync(dataDir);
  return [
    ...checkPath(folder),
    ...namesIn(folder)
      .filter(isOwn)
      .flatMap((name) => checkTree(join(folder, name))),
  ];
}

function checkPath(path: string): OpenPath[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  // A link has no mode of its own, and its target may be what is not ours.
  if (!entry || entry.isSymbolicLink() || !(entry.mode & others) || entry.mode & isShared) return [];
  return [{ path, isFolder: entry.isDirectory() }];
}

const checkTree = (path: string): OpenPath[] => [
  ...checkPath(path),
  ...(lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? namesIn(path).flatMap((name) => checkTree(join(path, name)))
    : []),
];

/** None of a folder that a running platform has deleted since, or that another account owns. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What else an operator has put into the folder stays as it is. */
const isOwn = (name: string) => /^database(\.|$)|\.secret(\.|$)|^operator\.sock$|^\.operator-/.test(name);

/** Takes all rights on the data folder from other accounts. Returns how many files and folders had them, and those that stay as they are because another account owns them. */
export function closeOpenPaths(dataDir: string): { closed: number; open: string[] } {
  const open: string[] = [];
  const found = findOpenPaths(dataDir);
  for (const { path, isFolder } of found)
    try {
      chmodSync(path, isFolder ? 0o700 : 0o600);
    } catch {
      if (existsSync(path)) open.push(path);
    }
  return { closed: found.length - open.length, open };
}
