import type { FilterChoice, ListFilter } from '@console/contract/lists';
import { isId } from '@console/contract/shapes';
import { directions } from './lists.ts';
import {
  filterValues,
  momentFilter,
  type PageArgs,
  type RequestedPage,
  searchedText,
  searchOf,
  windowQuery,
} from './paging.ts';

interface Declared {
  filters: Readonly<Record<string, ListFilter>>;
}

type Choice<F> = F extends { choices: infer Choices } ? keyof Choices : never;

type Checked<F> = F extends { takes: 'one' }
  ? Choice<F>
  : F extends { takes: 'any' }
    ? readonly Choice<F>[]
    : F extends { takes: 'ids' | 'texts' }
      ? readonly string[]
      : F extends { takes: 'flag' }
        ? boolean
        : string;

type Given<F> = F extends { takes: 'id' }
  ? string | number
  : F extends { takes: 'ids' }
    ? readonly (string | number)[]
    : Checked<F>;

type GivenFilters<L extends Declared> = { readonly [Name in keyof L['filters']]?: Given<L['filters'][Name]> | null };

export type ListMatch<L extends Declared> = { search?: string | undefined } & {
  [Name in keyof L['filters']]?: Checked<L['filters'][Name]> | undefined;
};

export interface ListOrder<Orders> {
  field: keyof Orders;
  direction: keyof typeof directions;
}

/** Validates search and filters; INVALID by path. */
export function checkedMatch<L extends Declared>(
  { filters }: L,
  args: PageArgs,
  given: GivenFilters<L> | null | undefined,
  path = 'filter',
): ListMatch<L> {
  const values: Readonly<Record<string, unknown>> = given ?? {};
  const checked = Object.entries(filters).map(([name, filter]) => [
    name,
    checkedFilter(filter, `${path}.${name}`, values[name] ?? undefined),
  ]);
  return { search: searchOf(args), ...Object.fromEntries(checked) };
}

function checkedFilter({ takes }: ListFilter, path: string, value: unknown): unknown {
  switch (takes) {
    case 'text':
      return searchedText(path, value as string | undefined);
    case 'moment':
      return momentFilter(path, value as string | undefined);
    case 'id':
      return value === undefined ? undefined : String(value);
    case 'ids':
      return filterValues(path, value as (string | number)[] | undefined)?.map(String);
    case 'texts':
      return filterValues(path, value as string[] | undefined)?.map((text) => {
        searchedText(path, text);
        // Untrimmed, because it is compared as a whole.
        return text;
      });
    case 'any':
      return filterValues(path, value as string[] | undefined);
    default:
      return value;
  }
}

export const matchQuery = <L extends Declared>({ filters }: L, match: ListMatch<L>) => {
  const values: Readonly<Record<string, unknown>> = match;
  const sent = Object.entries(filters).map(([name, filter]) => [filter.parameter, sentValue(filter, values[name])]);
  return { search: match.search, ...Object.fromEntries(sent) } as MatchQuery<L>;
};

type Sent<F> = F extends { takes: 'one' }
  ? FilterChoice<F>
  : F extends { takes: 'any' }
    ? FilterChoice<F>[]
    : F extends { takes: 'ids' | 'texts' }
      ? string[]
      : F extends { takes: 'flag' }
        ? 'true' | 'false'
        : string;

type MatchQuery<L extends Declared> = { search: string | undefined } & {
  [Name in keyof L['filters'] as L['filters'][Name]['parameter']]: Sent<L['filters'][Name]> | undefined;
};

function sentValue(filter: ListFilter, value: unknown): unknown {
  if (value === undefined) return undefined;
  switch (filter.takes) {
    case 'id':
      return platformIdOrZero(value as string);
    case 'ids':
      return (value as string[]).map(platformIdOrZero);
    case 'texts':
      return [...(value as string[])];
    case 'flag':
      return String(value);
    case 'one':
      return filter.choices[value as string];
    case 'any':
      return Object.entries(filter.choices).flatMap(([name, sent]) => ((value as string[]).includes(name) ? sent : []));
    default:
      return value;
  }
}

/** Id of a filter; 0, which nothing has, for an invalid one. */
export const platformIdOrZero = (id: string): string => (isId(id) ? id : '0');

export const orderQuery = <Orders extends Readonly<Record<string, string>>>(
  { orders }: { orders: Orders },
  { field, direction }: ListOrder<NoInfer<Orders>>,
) => ({ order_by: orders[field], direction: directions[direction] });

export const orderAndPageQuery = <Orders extends Readonly<Record<string, string>>>(
  list: { orders: Orders },
  order: ListOrder<NoInfer<Orders>>,
  window: RequestedPage,
) => {
  const query = orderQuery(list, order);
  return { ...query, ...windowQuery(window, query.order_by?.endsWith('_at') === true) };
};
