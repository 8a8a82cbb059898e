/** What the build makes from the sources, each only when a source has changed. What does not depend on each other is made at the same time. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { consoleFolders } from './console-folders.ts';
import { root, state } from './steps.ts';

interface Step {
  name: string;
  sources: readonly string[];
  /** The file without which the step is made again. */
  result: string;
}

interface Options {
  /** Ends the programs. */
  signal?: AbortSignal | undefined;
  /** Leaves the cores to others. */
  isInBackground?: boolean;
}

/** A step of the build has failed, and its output is printed. */
export class BuildError extends Error {}

const codegen = {
  name: 'codegen',
  sources: ['schema.graphql', 'codegen.ts', 'web/src/**/*.{ts,tsx}', 'pnpm-lock.yaml'],
  result: 'web/src/gql/graphql.ts',
};
const consoleBuild = {
  name: 'console',
  sources: [
    'schema.graphql',
    'web/{src,public,build,sandbox}/**/*',
    'web/*.{html,ts,cjs,json}',
    'contract/src/**',
    'pnpm-lock.yaml',
  ],
  result: 'web/dist/index.html',
};
const compression = {
  name: 'compression',
  sources: [...consoleBuild.sources, 'tools/compress.ts'],
  result: 'web/dist/index.html',
};
const documentation = {
  name: 'documentation',
  sources: [
    'schema.graphql',
    'web/src/**/*',
    'web/vite.docs.config.ts',
    'contract/src/**',
    'tools/docs/**',
    'docs/{integrating,releases,graphql-rest-calls}.md',
    'docs/examples/**',
    'pnpm-lock.yaml',
  ],
  result: 'web/dist/docs/index.html',
};
const openapi = {
  name: 'openapi',
  sources: ['contract/src/**', 'tools/product-api.ts', 'pnpm-lock.yaml'],
  result: 'platform/dist/openapi.json',
};

// With V8's defaults of 1 to 16 MB, collecting what compilers allocate takes more CPU time.
const largeHeap = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const vite = (config: string) => [
  ...largeHeap,
  'web/node_modules/vite/bin/vite.js',
  'build',
  '--logLevel=error',
  `--config=web/${config}`,
];

/** Not through a package's script, which a shell starts: ending the shell would leave the program running. */
async function runProgram(
  name: string,
  command: readonly string[],
  { signal, isInBackground = false }: Options,
): Promise<void> {
  const child = spawn(process.execPath, command, { cwd: root, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  if (isInBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => undefined));
  signal?.throwIfAborted();
  // Together, because other programs print at the same time.
  process.stderr.write(Buffer.concat(printed));
  if (code === 0) return;
  console.error(`✘ ${name} failed`);
  throw new BuildError(`${name} failed`);
}

const consoles = consoleFolders(root);

const stampOf = ({ name }: Step): string => join(state, `${name}.sha256`);

function keyOf({ sources }: Step): string {
  const hash = createHash('sha256');
  for (const entry of globSync(sources, { cwd: root, withFileTypes: true, exclude: ['web/src/gql/**'] })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const isMade = (step: Step, key = keyOf(step)): boolean =>
  existsSync(join(root, step.result)) && existsSync(stampOf(step)) && readFileSync(stampOf(step), 'utf8') === key;

/** Makes a step when a source has changed since its last success, or its result is missing, and prints how long it took. */
async function whenChanged(step: Step, make: (key: string) => Promise<unknown>): Promise<void> {
  const key = keyOf(step);
  if (isMade(step, key)) return;
  // What an end in between leaves is not taken for complete.
  rmSync(stampOf(step), { force: true });
  const began = performance.now();
  await make(key);
  writeFileSync(stampOf(step), key);
  console.log(`✔ ${step.name} ${((performance.now() - began) / 1000).toFixed(1)}s`);
}

/** Resolver types and typed documents from schema.graphql; not committed. */
export const generateCode = (options: Options = {}): Promise<void> =>
  whenChanged(codegen, () =>
    runProgram(
      codegen.name,
      [...largeHeap, 'node_modules/@graphql-codegen/cli/esm/bin.js', '--config=codegen.ts', '--silent'],
      options,
    ),
  );

/** The console in web/dist; `generated` is the end of `generateCode`. */
const makeConsole = (options: Options, generated: Promise<void>): Promise<void> =>
  whenChanged(consoleBuild, async (key) => {
    rmSync(stampOf(compression), { force: true });
    const { done, unfinished } = consoles.folderOf(key);
    const build = (name: string, config: string) =>
      runProgram(name, [...vite(config), `--outDir=${unfinished}`], options);
    const sandbox = {
      name: 'sandbox',
      sources: consoleBuild.sources,
      result: relative(root, join(unfinished, 'sandbox/index.html')),
    };
    if (!existsSync(done))
      await Promise.all([
        whenChanged(sandbox, () => build('sandbox', 'vite.sandbox.config.ts')),
        generated.then(() => build('console', 'vite.config.ts')),
      ]);
    consoles.use(key);
  });

const makeOpenApi = (options: Options): Promise<void> =>
  whenChanged(openapi, () => runProgram(openapi.name, ['tools/product-api.ts'], options));

/** Whether `/docs` has the pages of these sources. */
export const isDocumentationMade = (): boolean => isMade(documentation);

/** What a start needs: generated code, the console in web/dist, and the OpenAPI document of the product API in platform/dist. */
export async function buildForStart(options: Options): Promise<void> {
  const generated = generateCode(options);
  await Promise.all([generated, makeConsole(options, generated), makeOpenApi(options)]);
}

/** The rest, for which a start does not wait: compressed copies of the console's files, and the documentation in web/dist/docs. */
export async function buildAfterStart(options: Options): Promise<void> {
  await whenChanged(compression, () => runProgram(compression.name, ['tools/compress.ts'], options));
  await whenChanged(documentation, async () => {
    await runProgram(documentation.name, vite('vite.docs.config.ts'), options);
    await runProgram(documentation.name, ['tools/docs/main.ts'], options);
  });
}
