import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { expect, test } from 'vitest';
import { fixturePassword } from '../../testing/fixtures.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { dayMs } from '../base/clock.ts';

const platform = useTestPlatform();
const hash = (digit: string) => digit.repeat(64);
const other = hash('b');

const post = async (key: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await platform.call(`POST ${path}` as 'POST /', { key, body, headers });
  return [answer.statusCode, answer.json()];
};
const begin = (key: string, input_hash = hash('a'), key_hash = hash('1')) =>
  post(key, idempotencyCalls.beginOperation.path, { key_hash, input_hash });
const store = (key: string, stored: { journal?: string; answer?: string }) =>
  post(key, idempotencyCalls.storeOperation.path, { key_hash: hash('1'), ...stored });
const end = (key: string, forget: boolean) =>
  post(key, idempotencyCalls.endOperation.path, { key_hash: hash('1'), forget });
const state = (name: string, more: object = {}) => [
  200,
  { state: name, retry_after: null, journal: null, answer: null, ...more },
];
const invite = (key: string, email: string, headers: Record<string, string>) =>
  post(key, '/consoles/invite_user', { user: { email, invite_type: 'organisation' } }, headers);
const mails = async () => (await platform.db.selectFrom('mail').select('id').execute()).length;

test('DESIGN-8 an operation with an idempotency key is started once, and its answer is stored for a day', async () => {
  const { apiKey } = await platform.signIn('orgA');
  expect(await begin(apiKey)).toEqual(state('started'));
  expect(await begin(apiKey)).toEqual(state('running', { retry_after: 5 }));
  expect(await begin(apiKey, other)).toEqual(state('other_input'));
  expect(await store(apiKey, { answer: 'first' })).toEqual([200, { answer: 'first' }]);
  expect(await store(apiKey, { answer: 'second' })).toEqual([200, { answer: 'first' }]);
  expect(await end(apiKey, true)).toEqual([200, {}]);
  expect(await begin(apiKey)).toEqual(state('done', { answer: 'first' }));
  expect(await begin((await platform.signIn('adm')).apiKey)).toEqual(state('started'));
  platform.moveClock(dayMs + 1);
  expect(await begin((await platform.signIn('orgA')).apiKey, other)).toEqual(state('started'));
});

test('DESIGN-8 an operation that ended without an answer or stopped is resumed with its journal by the same input only', async () => {
  const { apiKey } = await platform.signIn('orgA');
  await begin(apiKey);
  await store(apiKey, { journal: 'reads' });
  await end(apiKey, false);
  expect(await begin(apiKey, other)).toEqual(state('other_input'));
  expect(await begin(apiKey)).toEqual(state('started', { journal: 'reads' }));
  platform.moveClock(4_000);
  expect(await begin(apiKey)).toEqual(state('running', { retry_after: 1 }));
  platform.moveClock(1_000);
  expect(await begin(apiKey)).toEqual(state('started', { journal: 'reads' }));
  await end(apiKey, true);
  expect(await begin(apiKey, other)).toEqual(state('started'));
});

test('DESIGN-8 a write with an idempotency key runs once, with one mail and equal answers, for its caller', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const headers = { 'idempotency-key': 'one' };
  const first = await invite(apiKey, 'new@new.example', headers);
  expect(await invite(apiKey, 'new@new.example', headers)).toEqual(first);
  expect([first[0], await mails()]).toEqual([200, 1]);
  const conflict = [422, expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' })];
  expect(await invite(apiKey, 'other@new.example', headers)).toEqual(conflict);
  await invite(apiKey, 'new@new.example', { 'idempotency-key': 'two' });
  expect(await mails()).toBe(2);
  expect((await invite(apiKey, 'new@new.example', { 'idempotency-key': 'ü' }))[0]).toBe(422);
  platform.moveClock(dayMs + 1);
  const { apiKey: later } = await platform.signIn('orgA');
  expect((await invite(later, 'other@new.example', headers))[0]).toBe(200);
});

test('DESIGN-8 the query of a write without a body is the input of its key', async () => {
  const { apiKey: key } = await platform.signIn('adm');
  const headers = { 'idempotency-key': 'one' };
  const disable = async (id: number) => {
    await post(key, '/consoles/valid_password', { current_password: fixturePassword });
    const answer = await platform.call(`GET /consoles/enable_disable_org?org_id=${id}`, { key, headers });
    return [answer.statusCode, answer.json()];
  };
  const { B, M } = platform.orgs;
  const first = await disable(B);
  expect([first[0], await disable(B)]).toEqual([200, first]);
  expect(await disable(M)).toEqual([422, expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' })]);
});

test('DESIGN-8 a gateway names the input of a key, and may then derive another body from it', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const headers = { 'idempotency-key': 'one', 'idempotency-input': 'input' };
  const first = await invite(apiKey, 'new@new.example', headers);
  expect(await invite(apiKey, 'other@new.example', headers)).toEqual(first);
  const conflict = [422, expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' })];
  expect(await invite(apiKey, 'new@new.example', { ...headers, 'idempotency-input': 'another' })).toEqual(conflict);
});

test('DESIGN-8 a repeated key never answers the text of an API key, nor for a checked password', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const headers = { 'idempotency-key': 'one' };
  const body = { name: 'sync', scopes: ['read'], expires_in_days: 30 };
  await post(apiKey, '/consoles/valid_password', { current_password: fixturePassword });
  const [, first] = await post(apiKey, '/consoles/ext/create_key', body, headers);
  const again = await post(apiKey, '/consoles/ext/create_key', body, headers);
  expect(again).toEqual([200, { ...first, secret: null }]);
  expect(JSON.stringify(await platform.db.selectFrom('idempotency_key').selectAll().execute())).not.toContain(
    Buffer.from(first.secret).toString('base64').slice(4, 20),
  );
  const check = (current_password: string) => post(apiKey, '/consoles/valid_password', { current_password }, headers);
  await check(fixturePassword);
  expect(await check('wrong')).toEqual(await post(apiKey, '/consoles/valid_password', { current_password: 'wrong' }));
});
