import { beforeEach, expect, test } from 'vitest';
import { layoutStorage } from './layoutStorage.ts';

beforeEach(() => localStorage.clear());

const stored = () => Object.fromEntries(Object.entries(localStorage));

test('GQL-4 SECURITY the sandbox stores its layout and nothing that was typed', () => {
  for (const name of ['theme', 'editorFlex', 'query', 'variables', 'headers', 'tabState', 'queries', 'favorites'])
    layoutStorage.setItem(`graphiql:${name}`, `value of ${name}`);
  expect(stored()).toEqual({ 'graphiql:theme': 'value of theme', 'graphiql:editorFlex': 'value of editorFlex' });
  expect(layoutStorage.getItem('graphiql:theme')).toBe('value of theme');
  expect(layoutStorage.length).toBe(2);
  localStorage.setItem('graphiql:headers', 'Bearer key_1');
  expect(layoutStorage.getItem('graphiql:headers')).toBeNull();
});

test('GQL-4 clearing removes what the sandbox stored, and nothing of the console', () => {
  localStorage.setItem('console.page', 'secret of the page');
  layoutStorage.setItem('graphiql:theme', 'dark');
  layoutStorage.clear();
  expect(stored()).toEqual({ 'console.page': 'secret of the page' });
});
