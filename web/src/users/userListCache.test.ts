import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { dateOf, listCache } from '../testing/cachedLists.ts';
import { placeUser } from './userListCache.ts';

const query = gql(`
  query ($filter: UserFilter, $search: String, $orderBy: UserOrder, $first: Int, $offset: Int) {
    organisation(id: "7") {
      id
      users(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
        totalCount
        nodes {
          id
          createdAt
        }
      }
    }
  }
`);

const active = { filter: { status: 'ACTIVE' }, first: 3, offset: 0 };
const inactive = { filter: { status: 'INACTIVE' }, first: 3, offset: 0 };

const cacheWith = listCache({
  query,
  typename: 'User',
  toData: (users) => ({ organisation: { __typename: 'Organisation', id: '7', users } }),
  toList: ({ organisation }) => organisation.users,
});

const user = (id: string, status: 'ACTIVE' | 'INACTIVE', day: number | null = 1) => ({
  id,
  organisationId: '7',
  status,
  createdAt: day === null ? null : dateOf(day),
});

test('USER-30 a new user is first in the active list, with its count, and in no other', () => {
  const lists = cacheWith([active, { a: 2, b: 1 }, 2], [inactive, { x: 1 }, 1]);
  lists.write('n', 9);
  placeUser(lists.cache, user('n', 'ACTIVE', 9), null);
  expect(lists.shown(active)).toEqual(['n a b', 3]);
  expect(lists.shown(inactive)).toEqual(['x', 1]);
});

test('USER-12 GQL-6 who is deactivated leaves the active list and is first among the inactive ones', () => {
  const lists = cacheWith([active, { a: 9, b: 8, c: 7 }, 40], [inactive, { x: 9, y: 8, z: 7 }, 3]);
  placeUser(lists.cache, user('b', 'INACTIVE', 8), 'ACTIVE');
  expect(lists.shown(active)).toEqual(['a c', 39]);
  expect(lists.shown(inactive)).toEqual(['b x y', 4]);
});

test.for([
  ['in its place', 8, 'a u c'],
  ['at the top', 20, 'u a c'],
  ['at the end', 1, 'a c u'],
] as const)('USER-13 GQL-6 who is activated comes into the active list by creation: %s', ([, day, expected]) => {
  const lists = cacheWith([active, { a: 9, c: 7 }, 2], [inactive, { u: day, x: 3 }, 2]);
  placeUser(lists.cache, user('u', 'ACTIVE', day), 'INACTIVE');
  expect(lists.shown(active)).toEqual([expected, 3]);
  expect(lists.shown(inactive)).toEqual(['x', 1]);
});

test('USER-13 who belongs on a later page is counted, and the full first page stays as it is', () => {
  const lists = cacheWith([active, { a: 9, b: 8, c: 7 }, 40], [inactive, { u: 1 }, 1]);
  placeUser(lists.cache, user('u', 'ACTIVE', 1), 'INACTIVE');
  expect(lists.shown(active)).toEqual(['a b c', 41]);
});

test.for([
  ['searched', { ...active, search: 'x' }, { ...inactive, search: 'x' }],
  ['sorted', { ...active, orderBy: { field: 'NAME', direction: 'ASC' } }, { ...inactive, orderBy: { field: 'NAME' } }],
  [
    'filtered',
    { ...active, filter: { ...active.filter, roleIds: ['1'] } },
    { ...inactive, filter: { responder: true } },
  ],
] as const)(
  'USER-12 a page that was %s loses its row, and gets none of which the place is not known',
  ([, from, to]) => {
    const lists = cacheWith([from, { a: 9, b: 8 }, 2], [to, { x: 9 }, 1]);
    placeUser(lists.cache, user('b', 'INACTIVE', 8), 'ACTIVE');
    expect(lists.shown(from)).toEqual(['a', 1]);
    expect(lists.shown(to)).toEqual(['x', 1]);
    // Changes another user, who may or may not match the search.
    placeUser(lists.cache, user('q', 'INACTIVE', 8), 'ACTIVE');
    expect(lists.shown(from)).toEqual(['a', 1]);
  },
);

test('USER-12 a later page keeps its rows and learns its total', () => {
  const later = { ...inactive, offset: 3 };
  const lists = cacheWith([active, { a: 9 }, 1], [later, { x: 1 }, 4]);
  placeUser(lists.cache, user('a', 'INACTIVE', 9), 'ACTIVE');
  expect(lists.shown(later)).toEqual(['x', 5]);
});

test('USER-12 nothing changes twice, without an organisation, or for one that is not in the cache', () => {
  const lists = cacheWith([active, { a: 9 }, 1]);
  placeUser(lists.cache, user('a', 'ACTIVE', 9), 'ACTIVE');
  placeUser(lists.cache, user('a', 'ACTIVE', 9), null);
  placeUser(lists.cache, { ...user('a', 'INACTIVE'), organisationId: null }, 'ACTIVE');
  placeUser(lists.cache, { ...user('a', 'INACTIVE'), organisationId: '8' }, 'ACTIVE');
  expect(lists.shown(active)).toEqual(['a', 1]);
});

test('USER-30 who has no date is taken for new', () => {
  const lists = cacheWith([active, { a: 9 }, 1]);
  lists.write('n', 1);
  placeUser(lists.cache, user('n', 'ACTIVE', null), null);
  expect(lists.shown(active)).toEqual(['n a', 2]);
});
