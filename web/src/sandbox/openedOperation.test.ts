import { afterEach, expect, test } from 'vitest';
import { operationFromUrl } from './openedOperation.ts';

const before = window.location.href;
afterEach(() => window.history.replaceState(null, '', before));

const open = (hash: string) => {
  window.history.replaceState(null, '', `${window.location.pathname}#${hash}`);
  return operationFromUrl();
};

test('SANDBOX-6 the operation of the address is taken out of it, with its variables', () => {
  const given = { query: 'query OnePage($id: ID!) { user(id: $id) { id } }', variables: '{"id":"7"}' };
  expect(open(String(new URLSearchParams(given)))).toEqual(given);
  expect(window.location.hash).toBe('');
  expect(operationFromUrl()).toBeNull();
});

test('SANDBOX-6 without variables there are none, and another address gives no operation', () => {
  expect(open('query=%7B__typename%7D&variables=%7B%7D')).toEqual({ query: '{__typename}' });
  expect(open('other=1')).toBeNull();
  expect(window.location.hash).toBe('#other=1');
});
