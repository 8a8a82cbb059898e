import { beforeEach, expect, test } from 'vitest';
import { dropOwnKeys } from '../apollo/ownKeys.ts';
import {
  isStorable,
  operationsIn,
  rememberOperation,
  setHistoryOn,
  storedHistory,
  subscribeToHistory,
} from './operationHistory.ts';
import { rememberingFetcher } from './rememberingFetcher.ts';

beforeEach(() => localStorage.clear());

const texts = () => operationsIn(storedHistory());

test('SANDBOX-5 nothing is stored until the history is turned on, and turning it off deletes it', () => {
  rememberOperation('{ viewer { user { id } } }');
  expect([texts(), localStorage.length]).toEqual([null, 0]);
  setHistoryOn(true);
  expect(texts()).toEqual([]);
  rememberOperation('query One { viewer { user { id } } }');
  expect(texts()).toHaveLength(1);
  setHistoryOn(false);
  expect([texts(), localStorage.length]).toEqual([null, 0]);
});

test('SANDBOX-5 the end of the session deletes the history and turns it off', () => {
  setHistoryOn(true);
  rememberOperation('query One { viewer { user { id } } }');
  dropOwnKeys();
  expect([texts(), localStorage.length]).toEqual([null, 0]);
});

test('SANDBOX-5 the newest is first, each once, at most 50', () => {
  setHistoryOn(true);
  for (let n = 0; n < 60; n += 1) rememberOperation(`query Op${n} { viewer { user { id } } }`);
  rememberOperation(' query Op58 { viewer { user { id } } } ');
  expect([
    texts()?.length,
    texts()
      ?.slice(0, 3)
      .map((text) => text.slice(6, 10)),
  ]).toEqual([50, ['Op58', 'Op59', 'Op57']]);
});

test.each([
  'mutation { login(input: { email: "a@a.example", password: "Passw0rd!x" }) { __typename } }',
  'mutation { disableOrganisation(id: "1", currentPassword: "Passw0rd!x") { organisation { id } } }',
  'query Reset { passwordReset(token: "canary") { email } }',
  'mutation M($p: String = "Passw0rd!x") { disableOrganisation(id: "1", currentPassword: $p) { organisation { id } } }',
  'mutation { confirmAuthenticatorApp(input: { code: "123456" }) { user { id } } }',
  '# authorization: Bearer key_1f3a9c02_canary\n{ viewer { user { id } } }',
  '# key_1f3a9c02_canary\n{ viewer { user { id } } }',
  '{ not a document',
  `{ viewer { user { id } } } # ${'x'.repeat(20_000)}`,
])('SANDBOX-5 SECURITY a text with a secret, or that cannot be parsed, is not stored: %s', (text) => {
  expect(isStorable(text)).toBe(false);
  setHistoryOn(true);
  rememberOperation(text);
  expect(texts()).toEqual([]);
});

test.each([
  'query One($id: ID!) { user(id: $id) { email } }',
  'mutation Off($id: ID!, $p: String) { disableOrganisation(id: $id, currentPassword: $p) { organisation { id } } }',
  '{ organisations(search: "acme", first: 3) { nodes { brandName } } }',
])('SANDBOX-5 %s is stored', (text) => {
  expect(isStorable(text)).toBe(true);
});

test('SANDBOX-5 the fetcher stores the text of what it sends, without variables and without the schema’s own query', async () => {
  setHistoryOn(true);
  const fetcher = rememberingFetcher(async () => ({ data: {} }));
  await fetcher({ query: 'query IntrospectionQuery { __typename }', operationName: 'IntrospectionQuery' });
  await fetcher({ query: 'query One($x: String) { multiFactor(email: $x) }', variables: { x: 'variable-canary' } });
  expect(texts()).toEqual(['query One($x: String) { multiFactor(email: $x) }']);
  expect(JSON.stringify({ ...localStorage })).not.toContain('canary');
});

test('SANDBOX-5 a page that shows the history hears of changes, and of those in other tabs', () => {
  let heard = 0;
  const end = subscribeToHistory(() => {
    heard += 1;
  });
  setHistoryOn(true);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(heard).toBe(2);
  end();
  setHistoryOn(false);
  expect(heard).toBe(2);
});

test('SANDBOX-5 a stored value that is not a list is an empty history', () => {
  for (const stored of ['x', '{}', 'null', '[1, {}]']) expect(operationsIn(stored)).toEqual([]);
});
