import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { invalidFields } from '../base/failure.ts';

export type SortDirection = 'asc' | 'desc';

/** Columns to sort by. `nullable` ones sort nulls last in both directions and cannot use an index. */
export interface SortOrder {
  by: RawBuilder<unknown>[];
  type: keyof typeof sortValues;
  nullable?: boolean;
}

/** Sort values and id of a row, which may have changed or gone. */
export interface Cursor {
  values: (string | number | null)[];
  id: number;
}

export interface CursorRange {
  after?: Cursor | undefined;
  before?: Cursor | undefined;
  /** Whether to return the last rows instead of the first. */
  last?: boolean;
}

/** Sort values that PostgreSQL can read, by type. */
const sortValues = {
  timestamptz: z.iso.datetime().regex(/^(?!0000)/),
  text: z.string().regex(/^[^\0]*$/),
  int: z.int32(),
};

/** Parses a cursor. Throws 422 under the given field unless it has an id and the sort values of the order. */
export function parseCursor(text: string | undefined, { by, type, nullable }: SortOrder, field: string) {
  if (text === undefined) return undefined;
  const value: z.ZodType<string | number | null> = nullable ? sortValues[type].nullable() : sortValues[type];
  const place = z.object({ values: z.array(value).length(by.length), id: z.int32().positive() });
  const { data } = place.safeParse(parseJson(text));
  if (!data)
    throw invalidFields({
      [field]: [{ code: 'FORMAT', message: 'must be a cursor of this list with the same filter and order' }],
    });
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export class Keyset {
  readonly #order: SortOrder;
  readonly #direction: SortDirection;
  readonly #id: RawBuilder<unknown>;

  constructor(order: SortOrder, direction: SortDirection, id: string) {
    this.#order = order;
    this.#direction = direction;
    this.#id = sql.ref(id);
  }

  orderBy(reversed = false): RawBuilder<unknown> {
    const { by, nullable } = this.#order;
    const direction = (this.#direction === 'asc') === reversed ? 'desc' : 'asc';
    const end = sql.raw(nullable ? `${direction} nulls ${reversed ? 'first' : 'last'}` : direction);
    return sql.join([...by.map((column) => sql`${column} ${end}`), sql`${this.#id} ${sql.raw(direction)}`]);
  }

  within({ after, before }: CursorRange): RawBuilder<boolean> {
    return sql`(${after ? this.#beyond(after, 'after') : sql`true`} and ${before ? this.#beyond(before, 'before') : sql`true`})`;
  }

  /** Whether a row precedes the range, including the row at its start. */
  precedes = ({ after }: CursorRange): RawBuilder<boolean> | null =>
    after ? this.#beyond(after, 'before', '=') : null;

  /** Whether a row follows the range, including the row at its end. */
  follows = ({ before }: CursorRange): RawBuilder<boolean> | null =>
    before ? this.#beyond(before, 'after', '=') : null;

  #beyond({ values, id }: Cursor, side: 'after' | 'before', orEqual: '=' | '' = ''): RawBuilder<boolean> {
    const { by, type, nullable } = this.#order;
    const operator = (this.#direction === 'asc') === (side === 'after') ? '>' : '<';
    const [strict, last] = [sql.raw(operator), sql.raw(operator + orEqual)];
    const given = (value: string | number | null) => sql`${value}::${sql.raw(type)}`;
    // Without nulls, a single row comparison is enough, which can use an index.
    if (!nullable)
      return sql`(${sql.join([...by, this.#id])}) ${last} (${sql.join([...values.map(given), sql`${id}::int`])})`;
    return by.reduceRight<RawBuilder<boolean>>((rest, column, index) => {
      const value = values[index] ?? null;
      if (value === null)
        return side === 'after' ? sql`(${column} is null and ${rest})` : sql`(${column} is not null or ${rest})`;
      const beyond = sql`${column} ${strict} ${given(value)} or (${column} = ${given(value)} and ${rest})`;
      return side === 'after' ? sql`(${column} is null or ${beyond})` : sql`(${beyond})`;
    }, sql`${this.#id} ${last} ${id}::int`);
  }
}
