import { beforeEach, expect, test } from 'vitest';
import { layoutStorage, removeStoredQueries } from './layoutStorage.ts';

beforeEach(() => localStorage.clear());

const stored = () => Object.fromEntries(Object.entries(localStorage));

test('GQL-4 SECURITY the sandbox stores its layout and nothing that was typed', () => {
  for (const name of ['theme', 'editorFlex', 'query', 'variables', 'headers', 'tabState', 'queries', 'favorites'])
    layoutStorage.setItem(`graphiql:${name}`, `value of ${name}`);
  expect(stored()).toEqual({ 'graphiql:theme': 'value of theme', 'graphiql:editorFlex': 'value of editorFlex' });
  expect(layoutStorage.getItem('graphiql:theme')).toBe('value of theme');
  expect(layoutStorage.length).toBe(2);
});

test('GQL-4 SECURITY what earlier versions stored is not read, and is removed', () => {
  localStorage.setItem('console.page', 'secret of the page');
  localStorage.setItem('graphiql:theme', 'dark');
  for (const name of ['headers', 'queries', 'tabState']) localStorage.setItem(`graphiql:${name}`, 'Bearer key_1');
  expect(layoutStorage.getItem('graphiql:headers')).toBeNull();
  removeStoredQueries();
  expect(stored()).toEqual({ 'console.page': 'secret of the page', 'graphiql:theme': 'dark' });
});

test('GQL-4 clearing removes what the sandbox stored, and nothing of the console', () => {
  localStorage.setItem('console.page', 'secret of the page');
  layoutStorage.setItem('graphiql:theme', 'dark');
  layoutStorage.clear();
  expect(stored()).toEqual({ 'console.page': 'secret of the page' });
});
