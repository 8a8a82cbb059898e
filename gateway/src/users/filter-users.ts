import { levelOf } from '@console/contract/access';
import type { UserOrder, UserOrderField } from '../generated/resolvers-types.ts';
import { cut, found, type SortKey, sorted, workedOut } from '../product-api/lists.ts';
import type { Page, Window } from '../product-api/paging.ts';
import { roleOf, roleWith } from '../product-api/reads.ts';
import { idOf, nameOf, recordOf, textOf, timeOf, type UserBody } from '../product-api/shape.ts';
import type { ResponderLists } from './responders.ts';

export interface Wanted {
  window: Window;
  search: string | undefined;
  order: UserOrder | undefined;
  roleIds: readonly string[] | undefined;
  departments: readonly string[] | undefined;
  responder: boolean | undefined;
}

const levelOfUser = (user: UserBody): number | null => {
  const role = roleOf(user);
  return role && levelOf(role);
};

const roleNameOf = (user: UserBody): string | null => {
  const role = roleOf(user);
  return role && roleWith(role, null).name;
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
export function pageOfWhole(
  rows: readonly UserBody[],
  { window, search, order, roleIds, departments, responder }: Wanted & { order: UserOrder },
  responders: ResponderLists | null,
): Page<UserBody> {
  const { field, direction } = order;
  const inOrder = workedOut(rows, `${field} ${direction}`, () =>
    sorted(rows, keys[field], direction === 'ASC' ? 'asc' : 'desc'),
  );
  if (!search && !roleIds && !departments && responder === undefined) return cut(inOrder, window);
  const matching = inOrder.filter(
    (user) =>
      (!search || found(search, [nameOf(user), textOf(user.email), textOf(user.department_name), roleNameOf(user)])) &&
      (!roleIds || roleIds.includes(idOf(user.role_id) ?? idOf(recordOf(user.role).id) ?? '')) &&
      (!departments || departments.includes(textOf(user.department_name) ?? '')) &&
      (responder === undefined || responder === answersForAnything(user, responders)),
  );
  return cut(matching, window);
}

const answersForAnything = ({ id }: UserBody, responders: ResponderLists | null): boolean =>
  Object.values(responders?.users ?? {}).some((users) => users?.has(idOf(id) ?? ''));
