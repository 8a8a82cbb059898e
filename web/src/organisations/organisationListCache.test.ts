import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { dateOf, listCache } from '../testing/cachedLists.ts';
import { placeOrganisation } from './organisationListCache.ts';

const query = gql(`
  query ($filter: OrganisationFilter, $search: String, $orderBy: OrganisationOrder, $first: Int, $offset: Int) {
    organisations(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        createdAt
      }
    }
  }
`);

const active = { filter: { states: ['ACTIVE'] }, first: 3, offset: 0 };
const disabled = { filter: { states: ['DISABLED'] }, first: 3, offset: 0 };

const cacheWith = listCache({
  query,
  typename: 'Organisation',
  toData: (organisations) => ({ organisations }),
  toList: ({ organisations }) => organisations,
});

const organisation = (id: string, state: 'ACTIVE' | 'DISABLED', day: number | null = 1) => ({
  id,
  state,
  createdAt: day === null ? null : dateOf(day),
});

test('ORG-24 GQL-6 what is disabled leaves the active list and is first among the disabled ones', () => {
  const lists = cacheWith([active, { a: 9, b: 8, c: 7 }, 40], [disabled, { x: 9, y: 8, z: 7 }, 3]);
  placeOrganisation(lists.cache, organisation('b', 'DISABLED', 8), 'ACTIVE');
  expect(lists.shown(active)).toEqual(['a c', 39]);
  expect(lists.shown(disabled)).toEqual(['b x y', 4]);
});

test.for([
  ['in its place', 8, 'a u c'],
  ['at the top', 20, 'u a c'],
  ['at the end', 1, 'a c u'],
] as const)('ORG-25 GQL-6 what is enabled comes into the active list by creation: %s', ([, day, expected]) => {
  const lists = cacheWith([active, { a: 9, c: 7 }, 2], [disabled, { u: day, x: 3 }, 2]);
  placeOrganisation(lists.cache, organisation('u', 'ACTIVE', day), 'DISABLED');
  expect(lists.shown(active)).toEqual([expected, 3]);
  expect(lists.shown(disabled)).toEqual(['x', 1]);
});

test('ORG-25 what belongs on a later page is counted, and the full first page stays as it is', () => {
  const lists = cacheWith([active, { a: 9, b: 8, c: 7 }, 40], [disabled, { u: 1 }, 1]);
  placeOrganisation(lists.cache, organisation('u', 'ACTIVE', 1), 'DISABLED');
  expect(lists.shown(active)).toEqual(['a b c', 41]);
});

test.for([
  ['searched', { search: 'x' }],
  ['sorted', { orderBy: { field: 'BRAND_NAME', direction: 'ASC' } }],
] as const)('ORG-24 a page that was %s loses its row, and gets none of which the place is not known', ([, how]) => {
  const [from, to] = [
    { ...active, ...how },
    { ...disabled, ...how },
  ];
  const lists = cacheWith([from, { a: 9, b: 8 }, 2], [to, { x: 9 }, 1]);
  placeOrganisation(lists.cache, organisation('b', 'DISABLED', 8), 'ACTIVE');
  expect(lists.shown(from)).toEqual(['a', 1]);
  expect(lists.shown(to)).toEqual(['x', 1]);
  // Changes a row of which it is unknown whether the search finds it.
  placeOrganisation(lists.cache, organisation('q', 'DISABLED', 8), 'ACTIVE');
  expect(lists.shown(from)).toEqual(['a', 1]);
});

test('ORG-24 a later page keeps its rows and learns its total', () => {
  const later = { ...disabled, offset: 3 };
  const lists = cacheWith([active, { a: 9 }, 1], [later, { x: 1 }, 4]);
  placeOrganisation(lists.cache, organisation('a', 'DISABLED', 9), 'ACTIVE');
  expect(lists.shown(later)).toEqual(['x', 5]);
});

test('ORG-24 nothing moves twice, nor what is in its old state still', () => {
  const lists = cacheWith([active, { a: 9 }, 1], [disabled, { x: 1 }, 1]);
  placeOrganisation(lists.cache, organisation('a', 'ACTIVE', 9), 'ACTIVE');
  placeOrganisation(lists.cache, organisation('x', 'DISABLED', 1), null);
  expect([lists.shown(active), lists.shown(disabled)]).toEqual([
    ['a', 1],
    ['x', 1],
  ]);
});

test.for([9, null])('WIZ-12 what was created (day %s) is first in the active list, which is counted', (day) => {
  const lists = cacheWith([active, { a: 2 }, 1], [disabled, { x: 1 }, 1]);
  lists.write('n', 9);
  placeOrganisation(lists.cache, organisation('n', 'ACTIVE', day), null);
  expect(lists.shown(active)).toEqual(['n a', 2]);
  expect(lists.shown(disabled)).toEqual(['x', 1]);
});
