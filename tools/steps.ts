// Only Node built-ins here: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Runs a step when a source file has changed since its last success, or its result is missing. */
function whenChanged(name: string, sources: string[], result: string, step: () => void): void {
  const hash = createHash('sha256');
  for (const entry of globSync(sources, { cwd: root, withFileTypes: true, exclude: ['web/src/gql/**'] })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) hash.update(file).update(readFileSync(file));
  }
  const key = hash.digest('hex');
  const stamp = join(state, `${name}.sha256`);
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  step();
  writeFileSync(stamp, key);
}

/** Installs the lockfile; takes a fraction of a second when nothing has changed. */
export const install = (): void =>
  must('install', 'pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent']);

/** Installs the peers of the bench: a workspace of its own, so that nothing else installs them. */
export const installBench = (): void =>
  must('install bench', 'pnpm', [
    '--dir=bench',
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=silent',
  ]);

/** Resolver types and typed documents from schema.graphql; not committed. */
export const generate = (): void =>
  whenChanged(
    'codegen',
    ['schema.graphql', 'codegen.ts', 'web/src/**/*.{ts,tsx}', 'pnpm-lock.yaml'],
    'web/src/gql/graphql.ts',
    () => must('codegen', 'pnpm', ['exec', 'graphql-codegen', '--config', 'codegen.ts', '--silent']),
  );

/** The console and the documentation as static files in web/dist, and the OpenAPI document of the product API in platform/dist. */
export const build = (): void => {
  whenChanged(
    'build',
    [
      'schema.graphql',
      'web/{src,public,build,sandbox}/**/*',
      'web/*.{html,ts,cjs,json}',
      'contract/src/**',
      'pnpm-lock.yaml',
    ],
    'web/dist/index.html',
    () => must('web build', 'pnpm', ['--filter', '@console/web', 'run', 'build']),
  );
  // After the console, which empties its folder.
  whenChanged(
    'documentation',
    [
      'schema.graphql',
      'web/src/**/*',
      'web/vite.docs.config.ts',
      'contract/src/**',
      'tools/docs/**',
      'docs/{integrating,releases,graphql-rest-calls}.md',
      'docs/examples/**',
      'pnpm-lock.yaml',
    ],
    'web/dist/docs/index.html',
    () => {
      must('documentation build', 'pnpm', ['--filter', '@console/web', 'run', 'build:docs']);
      must('documentation pages', process.execPath, ['tools/docs/main.ts']);
    },
  );
  whenChanged(
    'openapi',
    ['contract/src/**', 'tools/product-api.ts', 'pnpm-lock.yaml'],
    'platform/dist/openapi.json',
    () => must('openapi', process.execPath, ['tools/product-api.ts', 'openapi']),
  );
};
