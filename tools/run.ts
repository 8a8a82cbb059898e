import { spawn } from 'node:child_process';
import { BuildError, generateCode } from './build.ts';
import { findChromium } from './chromium.ts';
import { build, install, must, root, run } from './steps.ts';

const [task = '', ...rest] = process.argv.slice(2);

/** Runs commands until one ends or a signal stops all; the exit code is that of the first. */
function keepRunning(commands: [command: string, args: string[]][], env: Record<string, string> = {}): void {
  const children = commands.map(([command, args]) =>
    spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
  );
  const stop = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  for (const child of children)
    child.on('exit', (code) => {
      process.exitCode ??= code ?? 1;
      stop('SIGTERM');
    });
}

/** `npm run exec -- COMMAND`: uses the pinned Node, and a browser if there is one. */
async function exec([command = '', ...args]: string[]): Promise<number> {
  if (command === 'playwright') build();
  return run(command, 'pnpm', ['exec', command, ...args], await findChromium()) ? 0 : 1;
}

const programs = { bench: 'bench/main.ts', chaos: 'e2e/chaos/main.ts', release: 'tools/release.ts' };
function runProgram(file: string): number {
  if (task in programs) build();
  if (task === 'bench') install('install bench', '--dir=bench');
  return run(task, process.execPath, [file, ...rest]) ? 0 : 1;
}

const whenGenerated: Record<string, () => unknown> = {
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
  exec: () => exec(rest),
  screenshots: async () => (await import('./test.ts')).screenshots(rest),
  ...Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, () => runProgram(file)])),
};
/** Tasks that need no generated files; `start` generates them while its servers begin. */
const tasks: Record<string, () => unknown> = {
  start: async () => (await import('./start.ts')).start(rest),
  image: async () => (await import('./image.ts')).buildImage(),
  'release-schema': () => import('./schema-changes.ts'),
  'security-page': () => import('./requirements.ts'),
  requirements: () => import('./requirements.ts'),
};

if (task !== 'requirements' && task !== 'security-page') install();
if (task in whenGenerated)
  await generateCode().catch((error: unknown) => {
    if (!(error instanceof BuildError)) throw error;
    must(false);
  });
// Other names are operator commands: nothing else is printed.
const operate = () => keepRunning([[process.execPath, ['platform/src/operate.ts', task, ...rest]]]);
const result = await (whenGenerated[task] ?? tasks[task] ?? operate)();
// Tasks without such a result are programs, which set the exit code themselves.
if (typeof result === 'number') process.exitCode = result;
