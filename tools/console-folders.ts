/** Each build of the console is a folder of its own, and `web/dist` leads to the newest: a server serves the build that it began with, whatever another start builds. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** Longer than any build takes. */
const unfinishedMs = 3_600_000;

export function consoleFolders(root: string) {
  const builds = join(root, '.state/console');
  const newest = join(root, 'web/dist');
  const folderOf = (key: string) => ({ done: join(builds, key), unfinished: join(builds, `${key}.part`) });
  return {
    folderOf,

    /** Makes a build the newest atomically, and removes those that no server uses. */
    use(key: string): void {
      const { done, unfinished } = folderOf(key);
      // Another process may have created the same build.
      if (!existsSync(done)) renameSync(unfinished, done);
      if (existsSync(newest) && realpathSync(newest) === realpathSync(done)) return;
      const link = `${newest}.${process.pid}`;
      symlinkSync(done, link, 'junction');
      try {
        renameSync(link, newest);
      } catch {
        rmSync(newest, { recursive: true, force: true });
        renameSync(link, newest);
      }
      const entries = readdirSync(builds);
      const uses = entries.filter(isOfRunningProcess);
      const kept = new Set([key, ...uses, ...uses.map((use) => use.split('.')[0])]);
      for (const entry of entries.filter((entry) => !kept.has(entry))) {
        const path = join(builds, entry);
        // Another process may have just removed the folder.
        const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
        const isBeingMade = entry.endsWith('.part') && Date.now() - changedAt < unfinishedMs;
        if (!isBeingMade) rmSync(path, { recursive: true, force: true });
      }
    },

    keep(): string {
      if (!existsSync(newest)) return newest;
      const folder = realpathSync(newest);
      mkdirSync(builds, { recursive: true });
      writeFileSync(join(builds, `${basename(folder)}.${process.pid}`), '');
      return folder;
    },
  };
}

/** Whether an entry is `{key}.{process id}` of a process that runs. */
function isOfRunningProcess(entry: string): boolean {
  try {
    return process.kill(Number(entry.split('.')[1]), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
