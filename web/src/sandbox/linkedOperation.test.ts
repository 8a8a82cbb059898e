import { afterEach, expect, test, vi } from 'vitest';
import { linkedOperation } from './linkedOperation.ts';

afterEach(() => vi.restoreAllMocks());

const documented = [{ name: 'createUser', document: 'mutation CreateUser { a }', variables: { id: '1' } }];
const answer = (status: number, text = JSON.stringify(documented)) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text, { status }));

test('DOC-6 the sandbox opens the operation of the documentation that the address names', async () => {
  const fetched = answer(200);
  expect(await linkedOperation('#createUser')).toEqual([
    { query: 'mutation CreateUser { a }', variables: '{\n  "id": "1"\n}' },
  ]);
  expect(fetched).toHaveBeenCalledWith('/docs/operations.json');
});

test('DOC-6 an address without a name, with another name or with a text opens nothing', async () => {
  answer(200);
  for (const hash of ['', '#', '#query={viewer{user{id}}}', '#createUser?', '#deleteAll'])
    expect([hash, await linkedOperation(hash)]).toEqual([hash, []]);
});

test('DOC-6 without the documentation the sandbox opens as usual', async () => {
  answer(404);
  expect(await linkedOperation('#createUser')).toEqual([]);
  answer(200, '<!doctype html>');
  expect(await linkedOperation('#createUser')).toEqual([]);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  expect(await linkedOperation('#createUser')).toEqual([]);
});
