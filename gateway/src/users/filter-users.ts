import { roleLevel } from '@console/contract/access';
import type { UserOrder, UserOrderField } from '../generated/resolvers-types.ts';
import { matchesSearch, memoise, pageOf, type RowOrder, sorted } from '../product-api/lists.ts';
import type { Page, PageWindow, SortKey } from '../product-api/paging.ts';
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

const keys: Record<UserOrderField, (user: UserBody, text: typeof textOf) => SortKey[]> = {
  CREATED_AT: ({ created_at }) => [timeOf(created_at)],
  UPDATED_AT: ({ updated_at }) => [timeOf(updated_at)],
  NAME: ({ firstname, lastname }, text) => [text(firstname), text(lastname)],
  EMAIL: ({ email }, text) => [text(email)],
  DEPARTMENT: ({ department_name }, text) => [text(department_name)],
  ROLE: (user) => [levelOfUser(user)],
};

/** The sort values of a user; `text` reads texts. */
export const keysOf =
  (field: UserOrderField, text = textOf) =>
  (user: UserBody): SortKey[] =>
    keys[field](user, text);

/** Filters, sorts and cuts a whole list, as our platform does in its database. */
export function filterUsers(
  rows: readonly UserBody[],
  { window, search, order, roleIds, departments, responder }: UserQuery & { order: UserOrder },
  responders: ResponderLists | null,
): Page<UserBody> {
  const { field, direction } = order;
  const rowOrder: RowOrder<UserBody> = { keysOf: keysOf(field), direction: direction === 'ASC' ? 'asc' : 'desc' };
  const inOrder = memoise(rows, `${field} ${direction}`, () => sorted(rows, rowOrder));
  if (!search && !roleIds && !departments && responder === undefined) return pageOf(inOrder, window, rowOrder);
  const matching = inOrder.filter(
    (user) =>
      (!search ||
        matchesSearch(search, [nameOf(user), textOf(user.email), textOf(user.department_name), roleNameOf(user)])) &&
      (!roleIds || roleIds.includes(idOf(user.role_id) ?? idOf(recordOf(user.role).id) ?? '')) &&
      (!departments || departments.includes(textOf(user.department_name) ?? '')) &&
      (responder === undefined || responder === isResponder(user, responders)),
  );
  return pageOf(matching, window, rowOrder);
}

const isResponder = ({ id }: UserBody, responders: ResponderLists | null): boolean =>
  Object.values(responders?.users ?? {}).some((users) => users?.has(idOf(id) ?? ''));
