import type { DocumentNode } from '@apollo/client';
import { parse } from 'graphql';
import { createCache } from '../apollo/cache.ts';

interface List {
  __typename: string;
  totalCount: number;
  nodes: readonly { id: string }[];
}

interface ListQuery<Data extends object> {
  query: DocumentNode;
  /** The type of the rows. */
  typename: 'Organisation' | 'User';
  toData: (list: List) => Data;
  toList: (data: Data) => List;
}

/** A list with the days on which its rows were created, newest first, and its total. */
type CachedList = [variables: object, days: Record<string, number>, total: number];

export const dateOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`;

/** Returns a function that creates a cache with lists. */
export const listCache =
  <Data extends object>({ query, typename, toData, toList }: ListQuery<Data>) =>
  (...lists: CachedList[]) => {
    const cache = createCache();
    const rowOf = (id: string, day: number) => ({ __typename: typename, id, createdAt: dateOf(day) });
    for (const [variables, days, totalCount] of lists) {
      const nodes = Object.entries(days).map(([id, day]) => rowOf(id, day));
      cache.writeQuery<object>({
        query,
        variables,
        data: toData({ __typename: `${typename}Connection`, totalCount, nodes }),
      });
    }
    /** The ids of a list, and its total. */
    const shown = (variables: object) => {
      const data = cache.readQuery<object>({ query, variables }) as Data | null;
      const list = data && toList(data);
      return [list?.nodes.map(({ id }) => id).join(' '), list?.totalCount];
    };
    /** Writes a row that is in no list. */
    const write = (id: string, day: number) =>
      cache.writeFragment({
        fragment: parse(`fragment Dated${typename} on ${typename} { id createdAt }`),
        data: rowOf(id, day),
      });
    return { cache, shown, write };
  };
