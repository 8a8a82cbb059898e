import { expect, test } from 'vitest';
import { readSearch, readTableState, tableParametersOf, withParameters } from './listAddress.ts';

const read = (search: string, table = '') => readTableState(new URLSearchParams(search), table, ['name', 'email']);
const start = { page: 1, size: 25, sort: null };

test('CONST-7 an address without parameters is the first page of 25, as the server orders it', () => {
  expect(read('')).toEqual(start);
});

test('CONST-7 what the address says is read, each table by its own names', () => {
  const search = 'page=3&size=50&sort=-email&inactive-page=2&inactive-sort=name';
  expect(read(search)).toEqual({ page: 3, size: 50, sort: { key: 'email', descending: true } });
  expect(read(search, 'inactive')).toEqual({ page: 2, size: 25, sort: { key: 'name', descending: false } });
});

test.for([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=99999999',
  'size=1000',
  'size=0',
  'sort=password',
  'sort=-',
])('CONST-7 %s is read as the default', (search) => {
  expect(read(search)).toEqual(start);
});

test('USER-3 a search is trimmed, and no longer than the product API takes', () => {
  expect(readSearch(new URLSearchParams({ search: '  jane ' }))).toBe('jane');
  expect(readSearch(new URLSearchParams({ search: 'x'.repeat(500) }))).toHaveLength(200);
  expect(readSearch(new URLSearchParams({ search: `${'x'.repeat(199)}👩` }))).toBe('x'.repeat(199));
});

test('CONST-7 defaults are left out of the address, and the rest of it stays', () => {
  const address = new URLSearchParams('from=M&page=4&size=100&sort=name');
  expect(withParameters(address, tableParametersOf('', start)).toString()).toBe('from=M');
  const moved = { page: 2, size: 10, sort: { key: 'name', descending: true } };
  expect(withParameters(address, tableParametersOf('inactive', moved)).toString()).toBe(
    'from=M&page=4&size=100&sort=name&inactive-page=2&inactive-size=10&inactive-sort=-name',
  );
});
