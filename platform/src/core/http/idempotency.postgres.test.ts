import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../../testing/platform.ts';

const platform = useTestPlatform();

const parallel = <T>(length: number, act: () => Promise<T>) => Promise.all(Array.from({ length }, act));

test('DESIGN-8 of twenty parallel operations with one key one is started, also when it is resumed', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const given = { key_hash: '1'.repeat(64), input_hash: 'a'.repeat(64) };
  const begin = async () =>
    (await platform.call(`POST ${idempotencyCalls.beginOperation.path}`, { key, body: given })).json().state;
  const states = ['started', ...Array.from({ length: 19 }, () => 'running')].sort();
  expect((await parallel(20, begin)).sort()).toEqual(states);
  const ended = { key_hash: given.key_hash, forget: false };
  await platform.call(`POST ${idempotencyCalls.endOperation.path}`, { key, body: ended });
  expect((await parallel(20, begin)).sort()).toEqual(states);
});

test('DESIGN-8 of five parallel invitations with one idempotency key one is made, with one mail and equal answers', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const body = { user: { email: 'new@new.example', invite_type: 'organisation' } };
  const headers = { 'idempotency-key': 'one' };
  const answers = await parallel(5, () => platform.call('POST /consoles/invite_user', { key, body, headers }));
  expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
  expect([answers[0]?.statusCode, (await platform.db.selectFrom('mail').select('id').execute()).length]).toEqual([
    200, 1,
  ]);
});
