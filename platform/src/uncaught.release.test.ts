import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fillDataFolder } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { runNode } from './testing/processes.ts';

const thrower = `process.on('SIGUSR2', () => Promise.reject(new Error('injected')));`;

test('RELIABILITY-F46 after an unhandled rejection requests in progress are answered, and the process ends with 1 and a log line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const dataDir = join(folder, 'data');
  await fillDataFolder(dataDir);
  const port = await freePort();
  const main = join(import.meta.dirname, 'main.ts');
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PLATFORM_PORT: String(port),
    DEMO: 'off',
    LOG_LEVEL: 'error',
  };
  const { child, output, errors } = runNode(['--import', `data:text/javascript,${thrower}`, main], env);
  await once(child.stdout, 'data');
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ user_email: 'a@b.example' });
  const head = 'POST /consoles/is_multi_factor_enabled HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  // A second response on its own connection proves that the first request has arrived.
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  const ended = once(child, 'close');
  child.kill('SIGUSR2');
  await expect.poll(output, { timeout: 20_000 }).toContain('uncaught error');
  socket.write(body.slice(5));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  expect([await ended, errors()]).toEqual([[1, null], '']);
  expect(output()).toContain('injected');
  await rm(folder, { recursive: true, force: true });
});
