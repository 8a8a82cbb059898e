import type { FilterChoice, ListFilter } from '@console/contract/lists';
import { parseId } from './parse-id.ts';

type Parsed<F> = F extends { takes: 'one' }
  ? FilterChoice<F>
  : F extends { takes: 'any' }
    ? FilterChoice<F>[]
    : F extends { takes: 'id' }
      ? number
      : F extends { takes: 'ids' }
        ? number[]
        : F extends { takes: 'texts' }
          ? string[]
          : F extends { takes: 'flag' }
            ? boolean
            : string;

/** Search and filters of a list by their declared names. All must match. */
export type ListFilters<L extends { filters: object }> = { search?: string | undefined } & {
  [Name in keyof L['filters']]?: Parsed<L['filters'][Name]> | undefined;
};

export const parseFilters = <L extends { filters: Readonly<Record<string, ListFilter>> }>(
  { filters }: L,
  query: Readonly<Record<string, unknown>>,
) => {
  const given = Object.entries(filters).map(([name, filter]) => [name, parseFilter(filter, query[filter.parameter])]);
  return { search: (query.search as string | undefined)?.trim(), ...Object.fromEntries(given) } as ListFilters<L>;
};

function parseFilter({ takes }: ListFilter, value: unknown): unknown {
  if (value === undefined) return undefined;
  switch (takes) {
    case 'text':
      return String(value).trim();
    case 'flag':
      return value === 'true';
    case 'id':
      return parseId(value as number | string);
    case 'ids':
      return [value].flat().map((id) => parseId(id as number | string));
    case 'texts':
    case 'any':
      return [value].flat();
    default:
      return value;
  }
}
