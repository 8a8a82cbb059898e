import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useTestSystem } from './testing/system.ts';

const system = useTestSystem();
const root = join(import.meta.dirname, '../..');
const program = join(root, 'node_modules/@graphql-codegen/cli/esm/bin.js');

test('GQL-1 GQL-5 graphql-codegen reads the schema from the address, without a session or a key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-codegen-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [config, types] = [join(folder, 'codegen.json'), join(folder, 'types.ts')];
  const generates = { [types]: { plugins: ['typescript'] } };
  await writeFile(config, JSON.stringify({ schema: `${system.origin}/graphql`, generates }));
  const child = spawn(process.execPath, [program, '--config', config], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, output]).toEqual([0, expect.any(String)]);
  expect(await readFile(types, 'utf8')).toContain('export type Organisation =');
});
