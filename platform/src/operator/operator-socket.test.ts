import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendToPlatform } from './operator-client.ts';
import { type OperatorHandler, openOperatorSocket, operatorSocketPath } from './operator-socket.ts';

let dataDir: string;
let close: (() => Promise<void>) | undefined;
const onError = vi.fn();
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-test-'));
  onError.mockReset();
});
afterEach(async () => {
  await close?.();
  close = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const echo: OperatorHandler = async ({ text }) => ({ text });
const open = async (handlers: Record<string, OperatorHandler>) => {
  close = await openOperatorSocket(dataDir, handlers, onError);
};

test('OPERATE-1 a command reaches the platform by a socket that only its owner may use; without one it reaches none', async () => {
  expect(await sendToPlatform(dataDir, { command: 'echo' })).toBeNull();
  // File of a killed platform.
  await writeFile(operatorSocketPath(dataDir), '');
  expect(await sendToPlatform(dataDir, { command: 'echo' })).toBeNull();
  await open({ echo });
  expect((await stat(operatorSocketPath(dataDir))).mode & 0o777).toBe(0o600);
  const answer = await sendToPlatform(dataDir, { command: 'echo', text: 'hello' });
  expect(answer?.value).toEqual({ text: 'hello' });
  answer?.close();
  await close?.();
  close = undefined;
  await expect(stat(operatorSocketPath(dataDir))).rejects.toThrow('ENOENT');
});

test('OPERATE-1 a data folder that is not there yet is made for the socket', async () => {
  const parent = dataDir;
  dataDir = join(parent, 'not', 'there');
  await open({ echo });
  const answer = await sendToPlatform(dataDir, { command: 'echo', text: 'hello' });
  expect(answer?.value).toEqual({ text: 'hello' });
  answer?.close();
  dataDir = parent;
});

test('OPERATE-1 a second platform of a data folder takes the socket over, and the end of the first one leaves it', async () => {
  await open({ echo });
  const closeFirst = close;
  await open({ echo: async () => ({ text: 'second' }) });
  await closeFirst?.();
  const answer = await sendToPlatform(dataDir, { command: 'echo' });
  expect(answer?.value).toEqual({ text: 'second' });
  answer?.close();
});

test('OPERATE-1 refusals are one line, failures are in the log only, and unknown commands are named so', async () => {
  await open({
    refuse: async () => {
      throw new StartError('Not now.');
    },
    fail: async () => {
      throw new Error('a secret');
    },
  });
  await expect(sendToPlatform(dataDir, { command: 'refuse' })).rejects.toThrow('Not now.');
  await expect(sendToPlatform(dataDir, { command: 'fail' })).rejects.toThrow(
    'The command failed in the platform. See its log for the reason.',
  );
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('a secret'));
  for (const command of ['other', 'constructor', '__proto__'])
    await expect(sendToPlatform(dataDir, { command })).rejects.toThrow('does not know this command');
});

test('OPERATE-1 what a command has made goes when its connection ends; too much or no JSON is refused', async () => {
  const cleaned = vi.fn(async () => {});
  await open({
    make: async (_request, onEnd) => {
      onEnd(cleaned);
      return {};
    },
  });
  const answer = await sendToPlatform(dataDir, { command: 'make' });
  expect(cleaned).not.toHaveBeenCalled();
  answer?.close();
  await expect.poll(() => cleaned.mock.calls.length).toBe(1);
  const raw = async (text: string) => {
    const socket = connect(operatorSocketPath(dataDir));
    let received = '';
    socket.on('data', (part) => {
      received += part;
      socket.end();
    });
    socket.on('error', () => {});
    socket.write(text);
    await new Promise((done) => socket.once('close', done));
    return received;
  };
  expect(await raw('x'.repeat(200_000))).toBe('');
  for (const text of ['{\n', 'null\n', '[]\n', '{"command":1}\n']) expect(await raw(text)).toMatch(/"ok":false/);
});

test('OPERATE-1 stopping waits until what a command has left is removed', async () => {
  const done: string[] = [];
  await open({
    copy: async (_request, onEnd) => {
      onEnd(async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        done.push('removed');
      });
      return {};
    },
  });
  await sendToPlatform(dataDir, { command: 'copy' });
  await close?.();
  close = undefined;
  expect(done).toEqual(['removed']);
});
