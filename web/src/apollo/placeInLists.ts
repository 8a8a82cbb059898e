import type { ApolloCache, Reference } from '@apollo/client';

/** What every list of the schema is asked for with; the rest differs from list to list. */
export interface ListArguments {
  search?: string;
  orderBy?: object;
  first?: number;
  offset?: number;
}

type ReadField = <Value>(name: string, from: Reference) => Value | undefined;

interface Placement<Row, Arguments extends ListArguments> {
  /** Whose lists they are, as the cache calls it. */
  owner: string;
  /** The field with the lists, and the part of it that holds the rows. */
  field: string;
  part: 'nodes' | 'edges';
  /** The row as the cache keeps it. */
  row: Row;
  isRow: (listed: Row) => boolean;
  /** Lists that the row belongs to no longer. */
  leaves: (args: Arguments) => boolean;
  /** Lists that the row belongs to now. */
  arrives: (args: Arguments) => boolean;
  /** Lists in the order of the server and narrowed down by nothing else: where the row belongs among them is known here as well. */
  isPlain: (args: Arguments) => boolean;
  /** Whether the row stands before one that is listed; at the end where it stands before none. */
  precedes: (listed: Row, readField: ReadField) => boolean;
}

type List<Row> = { totalCount: number } & { [part in 'nodes' | 'edges']?: readonly Row[] };

/** The arguments stand in the name under which the cache keeps a list. */
const argumentsOf = <Arguments extends ListArguments>(storeFieldName: string): Arguments =>
  JSON.parse(/^\w+\((.*)\)$/s.exec(storeFieldName)?.[1] ?? '{}');

/**
 * Moves a row between the lists that are in the cache (DESIGN 6). It leaves every page on which it stands. It arrives on the first page of a plain list; on a
 * page that was searched, filtered or sorted only the server knows where. Totals follow wherever they can be told.
 */
export const placeInLists = <Row, Arguments extends ListArguments>(
  cache: ApolloCache,
  placement: Placement<Row, Arguments>,
): void => {
  const { owner, field, part, row, isRow, leaves, arrives, isPlain, precedes } = placement;
  const place = (kept: List<Row> | null, storeFieldName: string, readField: ReadField): List<Row> | null => {
    const rows = kept?.[part];
    if (!kept || !rows) return kept;
    const args = argumentsOf<Arguments>(storeFieldName);
    const stands = rows.some(isRow);
    const totalCount = kept.totalCount;
    if (leaves(args) && (stands || isPlain(args)))
      return { ...kept, [part]: rows.filter((listed) => !isRow(listed)), totalCount: Math.max(0, totalCount - 1) };
    if (!arrives(args) || !isPlain(args)) return kept;
    const { first = rows.length + 1, offset = 0 } = args;
    const others = rows.filter((listed) => !isRow(listed));
    const found = others.findIndex((listed) => precedes(listed, readField));
    const at = found < 0 ? others.length : found;
    const placed = [...others.slice(0, at), row, ...others.slice(at)].slice(0, first);
    return { ...kept, [part]: offset === 0 ? placed : rows, totalCount: totalCount + (stands ? 0 : 1) };
  };
  cache.modify<Record<string, object | null>>({
    id: owner,
    fields: {
      [field]: (kept, { storeFieldName, readField }) =>
        place(kept as List<Row> | null, storeFieldName, (name, from) => readField(name, from)),
    },
  });
};

/** What has no date is taken for new. */
export const timeOf = (moment: string | null | undefined): number =>
  moment ? Date.parse(moment) : Number.POSITIVE_INFINITY;
