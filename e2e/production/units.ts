import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serverUser } from '@console/platform/testing/postgres-binaries';

const user = serverUser();

/** Gives a path to the user of the servers, if the tests run as root. */
export function giveToServers(path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

/** The settings of a file as systemd reads them. */
export const readEnvironmentFile = (path: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replace(/^"(.*)"$/, '$1')]),
  );

/** The settings of a unit by name; of repeated settings the last one counts. */
const readUnit = (machine: string, unit: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(machine, 'etc/systemd/system', unit), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Starts the program of a unit as another user, with a state folder of its own and its credentials. */
export function spawnUnit(machine: string, unit: string, env: Record<string, string>): ChildProcess {
  const options = readUnit(machine, unit);
  const state = join(machine, 'var/lib', options.StateDirectory ?? basename(unit));
  const credentials = join(machine, 'run/credentials', unit);
  for (const folder of [state, credentials]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    giveToServers(folder);
  }
  const [credential, file] = options.LoadCredential?.split(':') ?? [];
  if (credential && file) {
    const copy = join(credentials, credential);
    if (existsSync(copy)) chmodSync(copy, 0o600);
    copyFileSync(file, copy);
    chmodSync(copy, 0o400);
    giveToServers(copy);
  }
  const given = Object.fromEntries(
    (options.Environment ?? '')
      .split(' ')
      .filter(Boolean)
      .map(
        (setting) =>
          setting.replaceAll('%S', join(machine, 'var/lib')).replaceAll('%d', credentials).split('=') as [
            string,
            string,
          ],
      ),
  );
  const fromFile = options.EnvironmentFile ? readEnvironmentFile(options.EnvironmentFile) : {};
  const isDynamic = options.DynamicUser === 'yes';
  const words = (options.ExecStart ?? '').split(' ');
  const [program = '', ...args] = words.map((word) => word.replaceAll('$' + '{CREDENTIALS_DIRECTORY}', credentials));
  return spawn(program, args, {
    ...(isDynamic ? user : {}),
    cwd: options.WorkingDirectory ?? machine,
    env: { ...env, ...given, ...fromFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
