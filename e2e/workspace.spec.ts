import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'graphql';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('GQL-8 the top level has the specified files and folders', () => {
  const ordered = [
    'package.json',
    'pnpm-workspace.yaml',
    'gateway',
    'web',
    'schema.graphql',
    'codegen.ts',
    'README.md',
  ];
  expect(ordered.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('GQL-7 every document of the console is typed by codegen, and generated files are not committed', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['web/src/gql/**', 'web/src/**/*.test.*'] });
  const documents = sources.flatMap((path) =>
    [...read(path).matchAll(/graphql\(\s*(?:\/\*[^*]*\*\/\s*)?`([^`]+)`/g)].map(([, document = '']) => document),
  );
  const names = documents.flatMap((document) =>
    parse(document).definitions.map((node) => ('name' in node && node.name ? node.name.value : 'anonymous')),
  );
  expect(names.length).toBeGreaterThan(5);
  const typed = read('web/src/gql/graphql.ts');
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  expect(
    names.filter((name) => !new RegExp(`type ${capital(name)}(Query|Mutation|Fragment)\\b`, 'i').test(typed)),
  ).toEqual([]);
  expect(sources.filter((path) => /\bgql`|\bgql\(/.test(read(path)))).toEqual([]);
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['gateway/src/generated/', 'web/src/gql/']));
});
