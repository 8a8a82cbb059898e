import { expect, test } from 'vitest';
import { destinationOf } from './ExternalRedirect.tsx';

const modules = [
  { id: 'auditor', origin: 'https://auditor.suite.example' },
  { id: 'documenter', origin: 'http://localhost:3001' },
  { id: 'central', origin: null },
];
const of = (query: Record<string, string>) => destinationOf(new URLSearchParams(query), modules);

test.for(['https://auditor.suite.example/A/7?x=1#top', 'http://localhost:3001/'])(
  'LOGIN-12 redirect to %s is followed',
  (redirect) => {
    expect(of({ redirect })).toEqual({ address: redirect });
  },
);

test.for([
  'https://evil.example',
  'module:unknown',
  'https://auditor.suite.example.evil.example/',
  'https://auditor.suite.example@evil.example/',
  'https://evil.example@auditor.suite.example/',
  'https://auditor.suite.example:8443/',
  'http://auditor.suite.example/',
  'blob:https://auditor.suite.example/1',
  'javascript:alert(1)',
  '//auditor.suite.example',
  '/U',
  'null',
  '',
])('LOGIN-12 CASES-12 redirect to %j is ignored', (redirect) => {
  expect(of({ redirect })).toBeNull();
});

test('LOGIN-13 source leads to the module of that id', () => {
  expect(of({ source: 'documenter' })).toEqual({ moduleId: 'documenter' });
});

test.for(['console', 'unknown', 'Documenter', '', 'central'])('LOGIN-13 CASES-12 source %j is ignored', (source) => {
  expect(of({ source })).toBeNull();
});

test('LOGIN-12 redirect comes before source, and one that is refused leaves the source', () => {
  const source = 'documenter';
  expect(of({ redirect: 'https://auditor.suite.example/x', source })).toEqual({
    address: 'https://auditor.suite.example/x',
  });
  expect(of({ redirect: 'https://evil.example', source })).toEqual({ moduleId: source });
});
