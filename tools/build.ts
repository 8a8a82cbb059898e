/** Builds changed sources; independent steps run at the same time. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { consoleFolders } from './console-folders.ts';
import { capture, root, secondsSince, state } from './steps.ts';

interface Step {
  name: string;
  sources: readonly string[];
  result: string;
  /** Programs for Node, in order. */
  programs: readonly (readonly string[])[];
}

export class BuildError extends Error {}

// A large young generation: V8's defaults of 1 to 16 MB cost compilers more CPU time.
const largeHeap = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const vite = (config: string, ...more: string[]) => {
  const program = [...largeHeap, 'web/node_modules/vite/bin/vite.js', 'build', '--logLevel=error'];
  return [...program, `--config=web/${config}`, ...more];
};

const codegen: Step = {
  name: 'codegen',
  sources: ['schema.graphql', 'codegen.ts', 'web/src/**/*.{ts,tsx}', 'pnpm-lock.yaml'],
  result: 'web/src/gql/graphql.ts',
  programs: [[...largeHeap, 'node_modules/@graphql-codegen/cli/esm/bin.js', '--config=codegen.ts', '--silent']],
};
const consoleSources = [
  'schema.graphql',
  'web/{src,public,build,sandbox}/**/*',
  'web/*.{html,ts,cjs,json}',
  'contract/src/**',
  'pnpm-lock.yaml',
];
const compression: Step = {
  name: 'compression',
  sources: [...consoleSources, 'tools/compress.ts'],
  result: 'web/dist/index.html',
  programs: [['tools/compress.ts']],
};
const documentation: Step = {
  name: 'documentation',
  sources: [
    ...consoleSources,
    'tools/docs/**',
    'gateway/src/graphql/field-access.ts',
    'docs/{integrating,releases,graphql-rest-calls}.md',
    'docs/examples/**',
  ],
  result: 'web/dist/docs/index.html',
  programs: [vite('vite.docs.config.ts'), ['tools/docs/main.ts']],
};
const openapi: Step = {
  name: 'openapi',
  sources: ['contract/src/**', 'tools/product-api.ts', 'pnpm-lock.yaml'],
  result: 'platform/dist/openapi.json',
  programs: [['tools/product-api.ts']],
};

/** Not through a package's script: ending its shell would leave the program running. */
async function runProgram(name: string, program: readonly string[], signal?: AbortSignal): Promise<void> {
  const { succeeded, output } = await capture(process.execPath, program, { signal });
  signal?.throwIfAborted();
  process.stderr.write(output);
  if (succeeded) return;
  console.error(`✘ ${name} failed`);
  throw new BuildError(`${name} failed`);
}

const stampOf = (name: string): string => join(state, `${name}.sha256`);

function keyOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const entry of globSync(sources, { cwd: root, withFileTypes: true, exclude: ['web/src/gql/**'] })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const isMade = ({ name, result }: Step, key: string): boolean =>
  existsSync(join(root, result)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === key;

/** Runs a step after changed sources or without a result, and prints its time. The signal ends its program. */
async function make(step: Step, signal?: AbortSignal, key = keyOf(step.sources)): Promise<void> {
  if (isMade(step, key)) return;
  // An interrupted step must not count as complete.
  rmSync(stampOf(step.name), { force: true });
  const began = performance.now();
  for (const program of step.programs) await runProgram(step.name, program, signal);
  writeFileSync(stampOf(step.name), key);
  console.log(`✔ ${step.name} ${secondsSince(began)}`);
}

/** Resolver types and typed documents from schema.graphql; not committed. */
export const generateCode = (signal?: AbortSignal): Promise<void> => make(codegen, signal);

/** The console in web/dist; `generated` is the end of `generateCode`. */
async function makeConsole(signal: AbortSignal, generated: Promise<void>): Promise<void> {
  const consoles = consoleFolders(root);
  const key = keyOf(consoleSources);
  const { done, unfinished } = consoles.folderOf(key);
  const part = (name: string, config: string, file: string): Step => ({
    name,
    sources: consoleSources,
    result: relative(root, join(unfinished, file)),
    programs: [vite(config, `--outDir=${unfinished}`)],
  });
  if (!existsSync(done)) {
    rmSync(stampOf(compression.name), { force: true });
    await Promise.all([
      make(part('sandbox', 'vite.sandbox.config.ts', 'sandbox/index.html'), signal, key),
      generated.then(() => make(part('console', 'vite.config.ts', 'index.html'), signal, key)),
    ]);
  }
  consoles.use(key);
}

export const isDocumentationMade = (): boolean => isMade(documentation, keyOf(documentation.sources));

/** Builds what a start needs: generated code, the console, and the OpenAPI document. */
export async function buildForStart(signal: AbortSignal): Promise<void> {
  const generated = generateCode(signal);
  await Promise.all([generated, makeConsole(signal, generated), make(openapi, signal)]);
}

/** Builds the parts that a start does not wait for: compressed copies of the console, and the documentation. */
export async function buildAfterStart(signal: AbortSignal): Promise<void> {
  await make(compression, signal);
  await make(documentation, signal);
}

if (import.meta.main) {
  const ending = new AbortController();
  const { signal } = ending;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  try {
    await buildForStart(signal);
    await buildAfterStart(signal);
  } catch (error) {
    if (!(error instanceof BuildError || signal.aborted)) throw error;
    // Running programs are no longer needed.
    ending.abort();
    process.exitCode = 1;
  }
}
