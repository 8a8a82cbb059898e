import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { demoKey } from './documentation.ts';
import { test } from './journey.ts';

const root = join(import.meta.dirname, '..');

test('DOC-7 DOC-10 the typed client generates its types from /schema.graphql, with each ready operation checks and runs, and a wrong field fails', async ({
  system,
}) => {
  test.setTimeout(240_000);
  // In the repository, where its packages are found.
  const folder = await mkdtemp(join(root, '.state/typed-client-'));
  await cp(join(root, 'docs/examples/typed-client'), folder, { recursive: true });
  const operations = (await (await fetch(`${system.url}/docs/operations.json`)).json()) as {
    name: string;
    typescript: string;
  }[];
  for (const { name, typescript } of operations) await writeFile(join(folder, `src/${name}.ts`), typescript);
  const run = (...args: string[]) => {
    const env = { ...process.env, CONSOLE_URL: system.url, API_KEY: demoKey(system) };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const bin = (name: string) => join(root, 'node_modules', name);
  const generate = () => run(bin('@graphql-codegen/cli/esm/bin.js'), '--config', 'codegen.ts');
  const check = () => run(bin('typescript/bin/tsc'), '--project', '.');
  const generated = generate();
  expect(generated.status, generated.output).toBe(0);
  const checked = check();
  expect(checked.status, checked.output).toBe(0);
  const { status, output } = run('src/main.ts');
  expect(status, output).toBe(0);
  expect(output).toMatch(/^ADMINISTRATOR: \d+ active users$/m);

  const main = join(folder, 'src/main.ts');
  await writeFile(main, (await readFile(main, 'utf8')).replace('const role = roleKey', 'const role = role_key'));
  expect(check().output).toContain('role_key');
  await rm(folder, { recursive: true });
});
