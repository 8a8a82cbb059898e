import type { ApolloCache, Reference } from '@apollo/client';

/** The arguments that every list of the schema has. */
export interface ListArguments {
  search?: string;
  orderBy?: object;
  first?: number;
  offset?: number;
}

type ReadField = <Value>(name: string, from: Reference) => Value | undefined;

interface Placement<Row, Arguments extends ListArguments> {
  /** The cache id of the object that the lists belong to. */
  owner: string;
  /** The field of the owner with the lists, and the field of a list with its rows. */
  listField: string;
  part: 'nodes' | 'edges';
  /** The cached row. */
  row: Row;
  isRow: (listed: Row) => boolean;
  /** Lists that no longer contain the row. */
  leaves: (args: Arguments) => boolean;
  /** Lists to which the row now belongs. */
  arrives: (args: Arguments) => boolean;
  /** Lists in the server's order without search or filter: the browser knows the positions of their rows. */
  isPlain: (args: Arguments) => boolean;
  /** Whether the row comes before a listed row. If there is no such row, it is last. */
  precedes: (listed: Row, readField: ReadField) => boolean;
  /** Other values of a list that change when a row is added (1) or removed (-1), such as counts. */
  counted?: (list: Readonly<Record<string, unknown>>, by: 1 | -1, readField: ReadField) => object;
}

type List<Row> = { totalCount: number } & { [part in 'nodes' | 'edges']?: readonly Row[] };

/** The cache's name of a list contains its arguments. */
const argumentsOf = <Arguments extends ListArguments>(storeFieldName: string): Arguments =>
  JSON.parse(/^\w+\((.*)\)$/s.exec(storeFieldName)?.[1] ?? '{}');

/** Moves a row between cached lists (DESIGN 6): off every page, onto the first page of plain lists; elsewhere only the server knows its place. Updates totals. */
export const placeInLists = <Row, Arguments extends ListArguments>(
  cache: ApolloCache,
  placement: Placement<Row, Arguments>,
): void => {
  const { owner, listField, part, row, isRow, leaves, arrives, isPlain, precedes, counted = () => ({}) } = placement;
  const place = (cached: List<Row> | null, storeFieldName: string, readField: ReadField): List<Row> | null => {
    const rows = cached?.[part];
    if (!cached || !rows) return cached;
    const args = argumentsOf<Arguments>(storeFieldName);
    const listed = rows.some(isRow);
    const totalCount = cached.totalCount;
    if (leaves(args) && (listed || isPlain(args)))
      return {
        ...cached,
        ...counted(cached, -1, readField),
        [part]: rows.filter((other) => !isRow(other)),
        totalCount: Math.max(0, totalCount - 1),
      };
    if (!arrives(args) || !isPlain(args)) return cached;
    const { first = rows.length + 1, offset = 0 } = args;
    const others = rows.filter((other) => !isRow(other));
    const next = others.findIndex((other) => precedes(other, readField));
    const at = next < 0 ? others.length : next;
    const placed = [...others.slice(0, at), row, ...others.slice(at)].slice(0, first);
    return {
      ...cached,
      ...(!listed && counted(cached, 1, readField)),
      [part]: offset === 0 ? placed : rows,
      totalCount: totalCount + (listed ? 0 : 1),
    };
  };
  cache.modify<Record<string, object | null>>({
    id: owner,
    fields: {
      [listField]: (cached, { storeFieldName, readField }) =>
        place(cached as List<Row> | null, storeFieldName, (name, from) => readField(name, from)),
    },
  });
};

/** A row without a date counts as new. */
export const timestampOrInfinity = (moment: string | null | undefined): number =>
  moment ? Date.parse(moment) : Number.POSITIVE_INFINITY;
