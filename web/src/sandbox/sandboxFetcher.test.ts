import { afterEach, expect, test, vi } from 'vitest';
import { sandboxFetch } from './sandboxFetcher.ts';

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
