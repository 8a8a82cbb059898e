import { afterEach, expect, test, vi } from 'vitest';
import { readCost } from './readCost.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const query = 'query Users($first: Int) { viewer { user { id } } }';
const answering = (body: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body)));
const cost = { data: null, extensions: { operationCost: { points: 36, rows: 25, calls: 1 } } };

test('SANDBOX-4 the cost is asked for with the variables and the session, and nothing runs', async () => {
  localStorage.setItem('console.page', 'secret-of-the-page');
  const fetched = answering(cost);
  expect(await readCost({ query, variables: '{ "first": 25 }', headers: '' })).toBe(
    'Costs 36 points (25 rows, 1 per-object call).',
  );
  const init = fetched.mock.calls[0]?.[1];
  expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject({
    'x-cost-only': '1',
    'x-csrf-guard': '1',
    'x-console-page': 'secret-of-the-page',
  });
  expect(JSON.parse(String(init?.body))).toEqual({ query, variables: { first: 25 } });
});

test('SANDBOX-4 with a pasted key the cost is requested as that key, and no pasted header runs the operation', async () => {
  const fetched = answering(cost);
  await readCost({ query, variables: '', headers: '{ "authorization": "Bearer key", "x-cost-only": "0" }' });
  const init = fetched.mock.calls[0]?.[1];
  expect(init?.credentials).toBe('omit');
  expect(new Headers(init?.headers).get('x-cost-only')).toBe('1');
});

test.each([
  ['what is not valid', { query, variables: '', headers: '' }, 'Cannot query field "x".'],
  ['variables that are no JSON', { query, variables: '{', headers: '' }, 'The variables must be a JSON object.'],
  ['headers that are no object', { query, variables: '', headers: '1' }, 'The headers must be a JSON object.'],
])('SANDBOX-4 %s is answered with the reason', async (_what, editors, reason) => {
  answering({ errors: [{ message: 'Cannot query field "x".' }] });
  expect(await readCost(editors)).toBe(reason);
});

test('SANDBOX-4 a gateway that cannot be reached, or does not know the header, is named', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await readCost({ query, variables: '', headers: '' })).toBe('Failed to fetch');
  answering({ data: {} });
  expect(await readCost({ query, variables: '', headers: '' })).toBe(
    'This gateway does not report the cost of operations.',
  );
});
