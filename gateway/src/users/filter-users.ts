import { roleLevel } from '@console/contract/access';
import type { UserOrder, UserOrderField } from '../generated/resolvers-types.ts';
import { matchesSearch, memoise, pageOf, type SortKey, sorted } from '../product-api/lists.ts';
import type { Page, PageWindow } from '../product-api/paging.ts';
import { roleOf, toRole } from '../product-api/reads.ts';
import { idOf, nameOf, recordOf, textOf, timeOf, type UserBody } from '../product-api/shape.ts';
import type { ResponderLists } from './responders.ts';

export interface UserQuery {
  window: PageWindow;
  search: string | undefined;
  order: UserOrder | undefined;
  roleIds: readonly string[] | undefined;
  departments: readonly string[] | undefined;
  responder: boolean | undefined;
}

const levelOfUser = (user: UserBody): number | null => {
  const role = roleOf(user);
  return role && roleLevel(role);
};

const roleNameOf = (user: UserBody): string | null => {
  const role = roleOf(user);
  return role && toRole(role, null).name;
};

const keys: Record<UserOrderField, (user: UserBody) => SortKey[]> = {
  CREATED_AT: ({ created_at }) => [timeOf(created_at)],
  UPDATED_AT: ({ updated_at }) => [timeOf(updated_at)],
  NAME: ({ firstname, lastname }) => [textOf(firstname), textOf(lastname)],
  EMAIL: ({ email }) => [textOf(email)],
  DEPARTMENT: ({ department_name }) => [textOf(department_name)],
  ROLE: (user) => [levelOfUser(user)],
};

/** Filters, sorts and cuts a whole list, as our platform does in its database. */
export function filterUsers(
  rows: readonly UserBody[],
  { window, search, order, roleIds, departments, responder }: UserQuery & { order: UserOrder },
  responders: ResponderLists | null,
): Page<UserBody> {
  const { field, direction } = order;
  const inOrder = memoise(rows, `${field} ${direction}`, () =>
    sorted(rows, keys[field], direction === 'ASC' ? 'asc' : 'desc'),
  );
  if (!search && !roleIds && !departments && responder === undefined) return pageOf(inOrder, window);
  const matching = inOrder.filter(
    (user) =>
      (!search ||
        matchesSearch(search, [nameOf(user), textOf(user.email), textOf(user.department_name), roleNameOf(user)])) &&
      (!roleIds || roleIds.includes(idOf(user.role_id) ?? idOf(recordOf(user.role).id) ?? '')) &&
      (!departments || departments.includes(textOf(user.department_name) ?? '')) &&
      (responder === undefined || responder === isResponder(user, responders)),
  );
  return pageOf(matching, window);
}

const isResponder = ({ id }: UserBody, responders: ResponderLists | null): boolean =>
  Object.values(responders?.users ?? {}).some((users) => users?.has(idOf(id) ?? ''));
