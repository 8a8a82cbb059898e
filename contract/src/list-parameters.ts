import { z } from 'zod';
import { wholeNumber } from './fields/whole-number.ts';
import { type FilterChoice, type ListFilter, lists } from './lists.ts';
import { maxPageSize, searchMaxLength } from './rules.ts';
import { inputId } from './shapes.ts';

/** The parameters of lists in calls, derived from the declaration of each list. */

const place = z
  .string()
  .max(4000)
  .describe(
    'extension: a position in the order: the sort values and id of a row in JSON, such as `{"values":["2026-11-20T09:30:00.000Z"],"id":12}`; `name` has two values, first and last name',
  );

/** Extension: a page by its position in the order, unaffected by rows added or removed before it. */
export const cursorParameters = {
  after: place.optional().describe(`${place.description}. Returns only rows after it`),
  before: place.optional().describe('extension: a position as in `after`; returns only rows before it'),
  last: z
    .literal('true')
    .optional()
    .describe('extension: with a limit, returns the last rows instead of the first, in the same order'),
};

/** Extension: a page. */
export const pageParameters = {
  offset: wholeNumber(9).optional().describe('extension: rows to skip'),
  limit: wholeNumber(9).optional().describe(`extension: at most ${maxPageSize}; 0 for the counts only`),
  ...cursorParameters,
};

/** The parameters of one list in a call of several lists, each with the prefix of that list. */
export const prefixed = <P extends string, F extends object>(prefix: P, fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${prefix}_${name}`, field])) as {
    [Name in keyof F & string as `${P}_${Name}`]: F[Name];
  };

/** The values of one list's parameters, by their names without the list's prefix. */
export const unprefixed = <P extends string, Q extends object>(prefix: P, query: Q) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(`${prefix}_`) ? [[name.slice(prefix.length + 1), value]] : [],
    ),
  ) as { [Name in keyof Q & string as Name extends `${P}_${infer Rest}` ? Rest : never]: Q[Name] };

type Value<F extends ListFilter> = F extends { choices: object }
  ? FilterChoice<F>
  : F extends { takes: 'id' | 'ids' }
    ? z.output<typeof inputId>
    : F extends { takes: 'flag' }
      ? 'true' | 'false'
      : string;

/** The value of a filter in a call: one value, or any of several. */
type Taken<F extends ListFilter> = F extends { takes: 'any' | 'ids' | 'texts' } ? Value<F> | Value<F>[] : Value<F>;

type FilterParameters<Filters> = {
  [Name in keyof Filters as Filters[Name] extends ListFilter ? Filters[Name]['parameter'] : never]: z.ZodOptional<
    z.ZodType<Filters[Name] extends ListFilter ? Taken<Filters[Name]> : never>
  >;
};

const oneOrMore = (one: z.ZodType) => z.union([one, z.array(one)]);

/** The type of a filter's parameter. */
function parameterOf(filter: ListFilter): z.ZodType {
  switch (filter.takes) {
    case 'text':
      return z.string().max(filter.longest);
    case 'moment':
      return z.iso.datetime().regex(/^(?!0000)/);
    case 'flag':
      return z.enum(['true', 'false']);
    case 'id':
      return inputId;
    case 'ids':
      return oneOrMore(inputId);
    case 'texts':
      return oneOrMore(z.string());
    case 'one':
      return z.enum(Object.values(filter.choices));
    case 'any':
      return oneOrMore(z.enum(Object.values(filter.choices)));
  }
}

/** The parameters of the search and the filters of a list. */
export const filterParameters = <const Filters extends Readonly<Record<string, ListFilter>>>({
  searched,
  filters,
}: {
  searched: string;
  filters: Filters;
}) => ({
  search: z.string().max(searchMaxLength).optional().describe(searched),
  ...(Object.fromEntries(
    Object.values(filters).map((filter) => [
      filter.parameter,
      parameterOf(filter).optional().describe(filter.description),
    ]),
  ) as FilterParameters<Filters>),
});

/** The parameters of the order of a list. */
const orderParameters = <const Orders extends Readonly<Record<string, string>>>(orders: Orders) => ({
  order_by: z
    .enum(Object.values(orders) as [Orders[keyof Orders], ...Orders[keyof Orders][]])
    .optional()
    .describe('extension'),
  direction: z.enum(['asc', 'desc']).optional().describe('extension'),
});

const { state: _state, ...filtersInOneState } = filterParameters(lists.users);

/** Extension: search, order and page of the active or the inactive users of an organisation. Without these the response is the whole list, as specified. */
export const organisationUserParameters = {
  ...filtersInOneState,
  ...orderParameters(lists.users.orders),
  ...pageParameters,
  total: z
    .literal('false')
    .optional()
    .describe('extension: omit `total_count`, because counting the matches of a search reads every user'),
};

/** Extension: the order and page of a list of organisations. */
const organisationPageParameters = { ...orderParameters(lists.organisations.orders), ...pageParameters };

const organisationFilters = filterParameters(lists.organisations);

/** Extension: one search for both lists of organisations, and an order and page for each. */
export const organisationListParameters = {
  totals: z.literal('true').optional().describe('extension: include the totals of all organisations that match'),
  search: organisationFilters.search,
  ...prefixed('active', organisationPageParameters),
  ...prefixed('disable', organisationPageParameters),
};

/** Search, filters, order and page of a list. */
export const listParameters = <
  const Filters extends Readonly<Record<string, ListFilter>>,
  const Orders extends Readonly<Record<string, string>>,
>(list: {
  searched: string;
  filters: Filters;
  orders: Orders;
}) => ({ ...filterParameters(list), ...orderParameters(list.orders), ...pageParameters });

/** Extension: whether there are rows on either side of a page. */
export const pageInfoFields = {
  has_next: z.boolean().optional().describe('extension: whether there are rows after the page'),
  has_previous: z.boolean().optional().describe('extension: whether there are rows before the page'),
};

/** Extension: numbers of rows with and without search and filter. */
export const userListPageInfo = {
  total_count: z.int().optional().describe('extension: rows that match the search and filter'),
  all_count: z.int().optional().describe('extension: rows of the whole list'),
  ...pageInfoFields,
};
