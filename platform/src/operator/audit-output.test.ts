import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOutputOf } from './audit-output.ts';

let folder: string;
let path: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-audit-'));
});
beforeEach(() => {
  count += 1;
  path = join(folder, `${count}.jsonl`);
});
afterAll(() => rm(folder, { recursive: true }));

const event = (line: string) => ({ at: '2026-11-20T09:00:00.000Z', action: 'USERS_EDIT', isRefused: false, line });
const { signal } = new AbortController();
const read = (file: string) => readFile(file, 'utf8');

test('SIEM-4 a file has mode 0600 and goes on in a new one after it was moved or removed', async () => {
  const output = auditOutputOf({ file: path }, 'usage');
  await output.write([event('1'), event('2')], signal);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await rename(path, `${path}.1`);
  await output.write([event('3')], signal);
  await rm(path);
  await output.write([event('4')], signal);
  expect([await read(`${path}.1`), await read(path)]).toEqual(['1\n2\n', '4\n']);
  await output.close();
});

test('SIEM-4 after SIGHUP a file is opened anew, and one that was emptied in place is written to from its start', async () => {
  const output = auditOutputOf({ file: path }, 'usage');
  await output.write([event('1')], signal);
  output.reopen();
  await output.write([event('2')], signal);
  expect(await read(path)).toBe('1\n2\n');
  await writeFile(path, '');
  await output.write([event('3')], signal);
  expect(await read(path)).toBe('3\n');
  await output.close();
});

test('SIEM-4 the rest of a line that was cut does not spoil the next one', async () => {
  await writeFile(path, '1\n{"id":"2","nu');
  const output = auditOutputOf({ file: path }, 'usage');
  await output.write([event('2')], signal);
  await output.close();
  expect(await read(path)).toBe('1\n{"id":"2","nu\n2\n');
});

test('SIEM-4 exactly one output is named', () => {
  for (const options of [{}, { file: path, stdout: true }, { stdout: true, syslog: 'tcp://127.0.0.1:5500' }])
    expect(() => auditOutputOf(options, 'Usage: …')).toThrow('Usage: …');
});
