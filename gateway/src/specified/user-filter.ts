import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { filterValues, momentFilter, type PageArgs, searchedText, searchOf } from '../product-api/paging.ts';
import type { UserQuery } from './filter-users.ts';
import { readRoles } from './lookups.ts';

/** The filter of a list of users as the schema has it. */
interface GivenUserFilter {
  email?: string | null;
  updatedSince?: string | null;
  roleIds?: readonly (string | number)[] | null;
  roleKeys?: UserQuery['roleKeys'] | null;
  departments?: readonly string[] | null;
  responder?: boolean | null;
  secondFactor?: UserQuery['secondFactor'] | null;
}

/** The search and filter of a list, checked. */
export const checkedUserFilter = (args: PageArgs, filter: GivenUserFilter | null | undefined) => ({
  search: searchOf(args),
  email: searchedText('filter.email', filter?.email),
  updatedSince: momentFilter('filter.updatedSince', filter?.updatedSince),
  roleIds: filterValues('filter.roleIds', filter?.roleIds)?.map(String),
  roleKeys: filterValues('filter.roleKeys', filter?.roleKeys),
  departments: departmentsOf(filter?.departments),
  responder: filter?.responder ?? undefined,
  secondFactor: filter?.secondFactor ?? undefined,
});

/** As they were given: a department is compared as a whole. */
function departmentsOf(given: readonly string[] | null | undefined): readonly string[] | undefined {
  const departments = filterValues('filter.departments', given);
  for (const department of departments ?? []) searchedText('filter.departments', department);
  return departments;
}

/** INVALID for roles that there are not: an empty list would say that they have no users. */
export async function requireKnownRoles(context: Context, filter: GivenUserFilter | null | undefined): Promise<void> {
  const wanted = filterValues('filter.roleIds', filter?.roleIds) ?? [];
  if (wanted.length === 0) return;
  const ids = (await readRoles(context)).map(({ id }) => id);
  if (!wanted.every((id) => ids.includes(String(id))))
    throw invalid([{ path: 'filter.roleIds', message: `must be one of ${ids.join(', ')}` }]);
}
