// Only Node built-ins: this file runs before anything is installed.
import { type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const state = join(root, '.state');
mkdirSync(state, { recursive: true });

const shell = process.platform === 'win32';

export const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)}s`;

/** Runs a command in the root and prints how long it took; false when it failed. */
export function run(name: string, command: string, args: string[], more: Record<string, string> = {}): boolean {
  const start = performance.now();
  const env = { ...process.env, ...more };
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, env });
  console.log(status === 0 ? `✔ ${name} ${secondsSince(start)}` : `✘ ${name} failed (${secondsSince(start)})`);
  return status === 0;
}

/** Runs a command next to others and returns its output at the end, because they print at the same time. */
export async function capture(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): Promise<{ succeeded: boolean; output: Buffer }> {
  const child = spawn(command, args, { cwd: root, ...options });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => undefined));
  return { succeeded: code === 0, output: Buffer.concat(printed) };
}

/** Like `run`, while other commands run. */
export async function runBeside(name: string, command: string, args: string[]): Promise<boolean> {
  const { succeeded, output } = await capture(command, args, { shell });
  process.stdout.write(output);
  console.log(succeeded ? `✔ ${name}` : `✘ ${name} failed`);
  return succeeded;
}

export function must(succeeded: boolean): void {
  if (succeeded) return;
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** Installs the lockfile, which takes a fraction of a second if nothing has changed. The bench's peer is a workspace of its own. */
export const install = (name = 'install', ...more: string[]): void =>
  must(run(name, 'pnpm', [...more, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent']));

/** Builds all changed parts in a separate process, because its steps run at the same time. */
export const build = (): void => must(run('build', process.execPath, ['tools/build.ts']));
