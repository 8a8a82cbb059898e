import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Modes have no effect on Windows, where folders inherit rights. */
const hasModes = process.platform !== 'win32';
const others = 0o077;
/** Sticky folders such as /tmp are shared on purpose. */
const isShared = 0o1000;

interface OpenPath {
  path: string;
  isFolder: boolean;
}

/** Files of the platform, and the folder, that other accounts can read or change. */
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
  // A link has no mode of its own, and its target can belong to other software.
  if (!entry || entry.isSymbolicLink() || !(entry.mode & others) || entry.mode & isShared) return [];
  return [{ path, isFolder: entry.isDirectory() }];
}

const checkTree = (path: string): OpenPath[] => [
  ...checkPath(path),
  ...(lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? namesIn(path).flatMap((name) => checkTree(join(path, name)))
    : []),
];

/** Empty for a folder that was deleted, or is of another account. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Other files of the operator do not change. */
const isOwn = (name: string) => /^database(\.|$)|\.secret(\.|$)|^operator\.sock$|^\.operator-/.test(name);

/** Removes other accounts' rights on the data folder. Returns the number of changes, and paths that another account owns. */
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
