import { spawn } from 'node:child_process';
import { BuildError, generateCode } from './build-steps.ts';
import { start } from './start.ts';
import { build, install, installBench, root, run } from './steps.ts';

/** Starts commands that run until they are stopped. When one ends, or on a signal, all are stopped. */
function keepRunning(commands: [command: string, args: string[]][], env: Record<string, string>): void {
  const children = commands.map(([command, args]) =>
    spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
  );
  const stop = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  for (const child of children)
    child.on('exit', (code) => {
      process.exitCode ??= code ?? 0;
      stop('SIGTERM');
    });
}

async function generateOrExit(): Promise<void> {
  try {
    await generateCode();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}

/** Commands of `platform/src/operate.ts`. */
const operatorTasks = [
  'backup',
  'restore',
  'verify-data',
  'make-administrator',
  'unlock',
  'end-sessions',
  'rotate-secrets',
  'import',
  'doctor',
  'passcodes-off',
  'allow-address',
  'delete-organisation',
  'erase-again',
  'export-organisation',
  'check-api',
  'address-hash',
  'audit-stream',
  'probe',
];
const [task = '', ...rest] = process.argv.slice(2);

/** Nothing else is printed, and its exit code is that of the task; it gets the signals that the terminal does not send it. */
function operate(name: string): Promise<number> {
  const child = spawn(process.execPath, ['platform/src/operate.ts', name, ...rest], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

const tasks: Record<string, () => unknown> = {
  start: () => start(rest),
  dev: () =>
    keepRunning(
      [
        [process.execPath, ['--watch', 'tools/serve.ts']],
        ['pnpm', ['exec', 'graphql-codegen', '--config', 'codegen.ts', '--watch', '--silent']],
        ['pnpm', ['--filter', '@console/web', 'run', 'dev']],
      ],
      { NODE_ENV: 'development', PORT: '4000', PUBLIC_URL: 'http://localhost:3000' },
    ),
  test: async () =>
    rest[0] === 'changed' ? (await import('./changed.ts')).testChanged() : (await import('./test.ts')).test(rest),
  mutants: async () => (await import('./mutants.ts')).findMutants(rest),
  exec: async () => (await import('./exec.ts')).exec(rest),
  screenshots: async () => (await import('./test.ts')).screenshots(rest),
  bench: () => {
    build();
    installBench();
    return run('bench', process.execPath, ['bench/main.ts', ...rest]) ? 0 : 1;
  },
  chaos: () => {
    build();
    return run('chaos', process.execPath, ['e2e/chaos/main.ts', ...rest]) ? 0 : 1;
  },
  ...Object.fromEntries(operatorTasks.map((name) => [name, () => operate(name)])),
  'release-tree': () => {
    build();
    return run('release-tree', process.execPath, ['tools/release-tree.ts', ...rest]) ? 0 : 1;
  },
  image: async () => (await import('./image.ts')).buildImage(),
  sbom: () => (run('sbom', process.execPath, ['tools/sbom.ts', ...rest]) ? 0 : 1),
  'release-schema': () => import('./schema-changes.ts'),
  'security-page': () => import('./security-page.ts'),
  requirements: () => import('./requirements.ts'),
};
if (task !== 'requirements' && task !== 'security-page') install();
// The other tasks need no generated file; the start generates while its servers begin.
const ungenerated = [
  ...['start', 'requirements', 'security-page', 'release-schema'],
  ...['image', 'sbom'],
  ...operatorTasks,
];
if (!ungenerated.includes(task)) await generateOrExit();
const chosen = tasks[task];
if (!chosen) console.error(`Unknown task "${task}". Tasks: ${Object.keys(tasks).join(', ')}.`);
const result = chosen ? await chosen() : 2;
// The tasks that are programs set the exit code themselves.
if (typeof result === 'number') process.exitCode = result;
