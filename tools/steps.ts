// Only Node built-ins here: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const state = join(root, '.state');
mkdirSync(state, { recursive: true });

const windows = process.platform === 'win32';

/** Runs a command in the root and prints how long it took; false when it failed. */
export function run(name: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  const start = performance.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(status === 0 ? `✔ ${name} ${seconds}s` : `✘ ${name} failed (${seconds}s)`);
  return status === 0;
}

/** The same in parallel with other commands; prints the output when the others are done. */
export async function runBeside(name: string, command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, shell: windows });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve) =>
    child.on('close', resolve).on('error', () => resolve(null)),
  );
  process.stdout.write(Buffer.concat(printed));
  console.log(code === 0 ? `✔ ${name}` : `✘ ${name} failed`);
  return code === 0;
}

/** Runs a required step; ends the process when it fails. */
function must(name: string, command: string, args: string[]): void {
  if (run(name, command, args)) return;
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** Installs the lockfile; takes a fraction of a second when nothing has changed. */
export const install = (): void =>
  must('install', 'pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent']);

/** Installs the peer of the bench: a workspace of its own, so that nothing else installs it. */
export const installBench = (): void =>
  must('install bench', 'pnpm', [
    '--dir=bench',
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=silent',
  ]);

/** Builds all that has changed (build-steps.ts), in a process of its own: its steps run at the same time. */
export const build = (): void => must('build', process.execPath, ['tools/build.ts']);
