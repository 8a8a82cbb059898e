import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { createCache } from '../apollo/cache.ts';
import type { MappingState, MappingTable_EdgeFragment } from '../gql/graphql.ts';
import { mappingEdge } from '../testing/mappings.ts';
import { placeMapping } from './mappingListCache.ts';

const query = gql(`
  query ($filter: MappingFilter, $search: String, $orderBy: MappingOrder, $first: Int, $offset: Int) {
    organisation(id: "7") {
      id
      mappings(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
        totalCount
        edges {
          cursor
          node { id state }
          counterpart { id brandName }
          organiser { id name email }
          at
          action
          statusText
          viewerCanAccept
          viewerCanReject
        }
      }
    }
  }
`);

const accepted = { filter: { states: ['ACCEPTED'] }, first: 3, offset: 0 };
const pending = { filter: { states: ['PENDING', 'REJECTED'] }, first: 3, offset: 0 };
const edgeOf = (id: string, state: MappingState) => mappingEdge(id, { state }) as unknown as MappingTable_EdgeFragment;

/** A cache with lists, each with the ids of its mappings and its total. */
const cacheWith = (...lists: [variables: { filter: { states: readonly string[] } }, ids: string, total: number][]) => {
  const cache = createCache();
  for (const [variables, ids, totalCount] of lists) {
    const edges = ids.split(' ').map((id) => mappingEdge(id, { state: String(variables.filter.states[0]) }));
    const mappings = { __typename: 'MappingConnection', totalCount, edges };
    cache.writeQuery({ query, variables, data: { organisation: { __typename: 'Organisation', id: '7', mappings } } });
  }
  const shown = (variables: object) => {
    const data = cache.readQuery<{
      organisation: { mappings: { totalCount: number; edges: MappingTable_EdgeFragment[] } };
    }>({ query, variables });
    const mappings = data?.organisation.mappings;
    return [mappings?.edges.map(({ node }) => node.id).join(' '), mappings?.totalCount];
  };
  return { cache, shown };
};

/** The cache after a mutation's payload: the row's data are written before the row is placed. */
const place = (cache: ReturnType<typeof createCache>, edge: MappingTable_EdgeFragment, was: MappingState | null) => {
  cache.writeQuery({
    query: gql(`query { edge { cursor node { id state } counterpart { id brandName } organiser { id name email } } }`),
    data: { edge },
  });
  placeMapping(cache, edge, '7', was);
};

test('MAP-12 GQL-6 accepting a request moves it, with all fields, to the top of the accepted mappings', () => {
  const { cache, shown } = cacheWith([accepted, 'a b c', 40], [pending, 'x y', 2]);
  place(cache, edgeOf('y', 'ACCEPTED'), 'PENDING');
  expect(shown(pending)).toEqual(['x', 1]);
  expect(shown(accepted)).toEqual(['y a b', 41]);
});

test('MAP-13 GQL-6 what is rejected leaves the requests and comes into no list', () => {
  const { cache, shown } = cacheWith([accepted, 'a', 1], [pending, 'x y', 2]);
  place(cache, edgeOf('x', 'REJECTED'), 'PENDING');
  expect(shown(pending)).toEqual(['y', 1]);
  expect(shown(accepted)).toEqual(['a', 1]);
});

test('INVITE-8 what was asked for is first among the requests', () => {
  const { cache, shown } = cacheWith([accepted, 'a', 1], [pending, 'x y', 2]);
  place(cache, edgeOf('n', 'PENDING'), null);
  expect(shown(pending)).toEqual(['n x y', 3]);
  expect(shown(accepted)).toEqual(['a', 1]);
});

test.for([{ search: 'x' }, { orderBy: { field: 'BRAND_NAME', direction: 'ASC' } }])(
  'MAP-12 a page asked for with %j loses its row, and gets none of which the place is not known',
  (how) => {
    const { cache, shown } = cacheWith([{ ...accepted, ...how }, 'a', 1], [{ ...pending, ...how }, 'x y', 2]);
    place(cache, edgeOf('y', 'ACCEPTED'), 'PENDING');
    expect(shown({ ...pending, ...how })).toEqual(['x', 1]);
    expect(shown({ ...accepted, ...how })).toEqual(['a', 1]);
  },
);

test('PENDING-29 what was asked for comes into no list of received requests, and what is accepted leaves it', () => {
  const received = { ...pending, filter: { ...pending.filter, requestedByOrganisation: false } };
  const { cache, shown } = cacheWith([received, 'x y', 2]);
  place(cache, edgeOf('n', 'PENDING'), null);
  expect(shown(received)).toEqual(['x y', 2]);
  place(cache, edgeOf('y', 'ACCEPTED'), 'PENDING');
  expect(shown(received)).toEqual(['x', 1]);
});

test('MAP-12 nothing moves twice, nor in the lists of another organisation', () => {
  const { cache, shown } = cacheWith([accepted, 'a', 1], [pending, 'x', 1]);
  place(cache, edgeOf('x', 'PENDING'), 'PENDING');
  placeMapping(cache, edgeOf('x', 'ACCEPTED'), '8', 'PENDING');
  expect([shown(accepted), shown(pending)]).toEqual([
    ['a', 1],
    ['x', 1],
  ]);
});

test('INVITE-8 MAP-9 what was rejected and is asked for again is first among the requests, with its new state', () => {
  const { cache, shown } = cacheWith([accepted, 'a', 1], [pending, 'x y', 2]);
  place(cache, { ...edgeOf('y', 'PENDING'), statusText: 'Asked anew' }, null);
  expect(shown(pending)).toEqual(['y x', 2]);
  const again = cache.readQuery<{ organisation: { mappings: { edges: MappingTable_EdgeFragment[] } } }>({
    query,
    variables: pending,
  });
  expect(again?.organisation.mappings.edges[0]?.statusText).toBe('Asked anew');
});
