import type { AllUsersFilter, UserFilter } from '../generated/resolvers-types.ts';
import { filterValues, momentFilter, type PageArgs, searchOf } from '../product-api/paging.ts';

/** The search and filter of a list, checked. */
export const checkedUserFilter = (args: PageArgs, filter: UserFilter | AllUsersFilter | null | undefined) => ({
  search: searchOf(args),
  email: filter?.email?.trim() || undefined,
  updatedSince: momentFilter('filter.updatedSince', filter?.updatedSince),
  roleIds: filterValues('filter.roleIds', filter?.roleIds)?.map(String),
  roleKeys: filterValues('filter.roleKeys', filter?.roleKeys),
  departments: filterValues('filter.departments', filter?.departments),
  responder: filter?.responder ?? undefined,
});
