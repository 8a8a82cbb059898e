import { expect, test } from 'vitest';
import { encryptDocument } from '../testing/documents.ts';
import { startTestSystem, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const path = '/consoles/encrypt';

test('REST-4 OPEN-51 sends the data as it is and answers with an opaque text', async () => {
  const tab = await system.signIn('audA');
  const data = ' "quoted" ümlaut\n<b> ';
  const answer = await tab.graphql(encryptDocument, { data });
  expect(answer.errors).toEqual([]);
  expect(answer.data.encrypt.data.length).toBeGreaterThan(20);
  expect(answer.data.encrypt.data).not.toContain('quoted');
  expect(system.upstream.sent(path)).toEqual([expect.objectContaining({ method: 'POST', body: { data } })]);
});

test('REST-4 OPEN-51 takes 10,000 characters; one more is INVALID, names data and is not sent', async () => {
  const tab = await system.signIn('orgA');
  expect((await tab.graphql(encryptDocument, { data: 'ü'.repeat(10_000) })).errors).toEqual([]);
  const { code, errors } = await tab.graphql(encryptDocument, { data: 'x'.repeat(10_001) });
  expect([code, errors[0]?.extensions.fields]).toEqual([
    'INVALID',
    [{ path: 'data', code: 'TOO_LONG', message: 'must be at most 10000 characters' }],
  ]);
  expect(system.upstream.sent(path)).toHaveLength(1);
});

test('OPEN-51 before a product API that does not count, a caller may ask 60 times a minute, another one still may then', async () => {
  const system = await startTestSystem({ extensions: 'off' });
  system.upstream.script(path, { body: { data: 'opaque' } });
  const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgB')];
  for (let n = 0; n < 60; n += 1) expect((await tab.graphql(encryptDocument, { data: 'x' })).errors).toEqual([]);
  const { code, errors } = await tab.graphql(encryptDocument, { data: 'x' });
  expect([code, (errors[0]?.extensions.retryAfter ?? 0) > 0]).toEqual(['RATE_LIMITED', true]);
  expect((await other.graphql(encryptDocument, { data: 'x' })).errors).toEqual([]);
  expect(system.upstream.sent(path)).toHaveLength(61);
  await system.close();
});

test('REST-4 OPEN-49 an answer without a text is UPSTREAM_BAD_RESPONSE', async () => {
  system.upstream.script(path, { body: { data: null } });
  const tab = await system.signIn('orgA');
  expect((await tab.graphql(encryptDocument, { data: 'x' })).code).toBe('UPSTREAM_BAD_RESPONSE');
});
