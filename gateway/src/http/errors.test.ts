import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Services } from '../core/services.ts';
import { handleErrors } from './errors.ts';

test.each([
  ['a browser that went away', 'ERR_STREAM_PREMATURE_CLOSE', 30, 'client disconnected'],
  ['any other failure', 'ERR_OTHER', 50, 'unexpected failure'],
])('START-4 %s is logged as what it is, and hidden', async (_what, code, level, msg) => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } });
  handleErrors(app, {} as Services);
  app.get('/', async () => {
    throw Object.assign(new Error('where it failed'), { code });
  });
  const { statusCode, body } = await app.inject('/');
  expect([statusCode, JSON.parse(body).errors[0].extensions.code]).toEqual([500, 'INTERNAL']);
  expect(body).not.toContain('where it failed');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ level, msg }));
  await app.close();
});
