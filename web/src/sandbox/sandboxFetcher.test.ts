import { afterEach, expect, test, vi } from 'vitest';
import { confirmMutations, sandboxFetch } from './sandboxFetcher.ts';

const asked = async (headers: Record<string, string>) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  await sandboxFetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
  const init = fetched.mock.calls[0]?.[1];
  return { credentials: init?.credentials, headers: Object.fromEntries(new Headers(init?.headers)) };
};

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('GQL-4 with a session the sandbox sends requests as its user: cookie, guard and page secret', async () => {
  localStorage.setItem('console.page', 'secret-of-the-page');
  expect(await asked({})).toEqual({
    credentials: 'same-origin',
    headers: expect.objectContaining({ 'x-csrf-guard': '1', 'x-console-page': 'secret-of-the-page' }),
  });
});

test('GQL-4 with a pasted key nothing of the session is sent', async () => {
  localStorage.setItem('console.page', 'secret-of-the-page');
  const { credentials, headers } = await asked({ Authorization: 'Bearer key' });
  expect(credentials).toBe('omit');
  expect(headers).toMatchObject({ authorization: 'Bearer key' });
  expect(headers).not.toHaveProperty('x-console-page');
});

test('GQL-4 without a session the sandbox sends no page secret', async () => {
  expect((await asked({})).headers).not.toHaveProperty('x-console-page');
});

const setUp = (...answers: boolean[]) => {
  const send = vi.fn(async () => ({ data: {} }));
  const confirm = vi.fn(async () => answers.shift() ?? false);
  const fetcher = confirmMutations(send, confirm);
  const run = (query: string, operationName?: string) => fetcher({ query, operationName });
  return { run, send, confirm };
};
const mutation = 'mutation { logout { viewer { user { id } } } }';

test('GQL-4 the first mutation is sent once it is confirmed, and later ones without a question', async () => {
  const { run, send, confirm } = setUp(true);
  expect(await run(mutation)).toEqual({ data: {} });
  expect(await run(mutation)).toEqual({ data: {} });
  expect([send.mock.calls.length, confirm.mock.calls.length]).toEqual([2, 1]);
});

test('GQL-4 a mutation that is not confirmed is not sent, and the next one asks again', async () => {
  const { run, send, confirm } = setUp(false, true);
  expect(await run(mutation)).toMatchObject({ errors: [{ message: 'You cancelled the mutation. Nothing was sent.' }] });
  expect(send).not.toHaveBeenCalled();
  await run(mutation);
  expect([send.mock.calls.length, confirm.mock.calls.length]).toEqual([1, 2]);
});

test.each<[string, string, string?]>([
  ['a query', '{ viewer { user { id } } }'],
  ['a document that cannot be parsed', 'mutation {'],
  ['the query of a document with a mutation', `query Read { __typename } ${mutation.replace('{', 'Leave {')}`, 'Read'],
])('GQL-4 %s is sent without a question', async (_what, query, name) => {
  const { run, send, confirm } = setUp();
  await run(query, name);
  expect([send.mock.calls.length, confirm.mock.calls.length]).toEqual([1, 0]);
});

test('GQL-4 the mutation of a document with a query is confirmed too', async () => {
  const { run, confirm } = setUp(true);
  await run(`query Read { __typename } ${mutation.replace('{', 'Leave {')}`, 'Leave');
  expect(confirm).toHaveBeenCalledOnce();
});
