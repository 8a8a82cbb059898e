import { type RoleKey, roleLevel } from '@console/contract/access';
import {
  changedSince,
  containsSearch,
  directions,
  pageOfSortedRows,
  type RowOrder,
  sortedRows,
} from '../product-api/lists.ts';
import type { Page, PageWindow, SortKey } from '../product-api/paging.ts';
import { roleOf, toRole } from '../product-api/reads.ts';
import { fullNameOf, idOf, recordOf, textOf, timeMsOf, type UserBody } from '../product-api/shape.ts';
import type { ResponderLists } from './responders.ts';

export type UserStatus = 'ACTIVE' | 'INACTIVE';

type UserOrderField = 'CREATED_AT' | 'UPDATED_AT' | 'NAME' | 'EMAIL' | 'DEPARTMENT' | 'ROLE';

export interface UserOrder {
  field: UserOrderField;
  direction: keyof typeof directions;
}

/** The schema's names of the filter by second factor. */
export type SecondFactorFilter = 'ANY' | 'NONE' | 'AUTHENTICATOR_APP' | 'PASSKEY';

export interface UserQuery {
  window: PageWindow;
  search: string | undefined;
  email: string | undefined;
  updatedSince: string | undefined;
  order: UserOrder | undefined;
  roleIds: readonly string[] | undefined;
  roleKeys: readonly RoleKey[] | undefined;
  departments: readonly string[] | undefined;
  responder: boolean | undefined;
  /** Only where the product API lists factors. */
  secondFactor: SecondFactorFilter | undefined;
}

export const noUserFilter = {
  search: undefined,
  email: undefined,
  updatedSince: undefined,
  order: undefined,
  roleIds: undefined,
  roleKeys: undefined,
  departments: undefined,
  responder: undefined,
  secondFactor: undefined,
} as const satisfies Omit<UserQuery, 'window'>;

const levelOfUser = (user: UserBody): number | null => {
  const role = roleOf(user);
  return role && roleLevel(role);
};

const roleNameOf = (user: UserBody): string | null => {
  const role = roleOf(user);
  return role && toRole(role, null).name;
};

const keys: Record<UserOrderField, (user: UserBody, text: typeof textOf) => SortKey[]> = {
  CREATED_AT: ({ created_at }) => [timeMsOf(created_at)],
  UPDATED_AT: ({ updated_at }) => [timeMsOf(updated_at)],
  NAME: ({ firstname, lastname }, text) => [text(firstname), text(lastname)],
  EMAIL: ({ email }, text) => [text(email)],
  DEPARTMENT: ({ department_name }, text) => [text(department_name)],
  ROLE: (user) => [levelOfUser(user)],
};

/** The sort values of a user; `text` reads texts. */
export const userSortKeys =
  (field: UserOrderField, text = textOf) =>
  (user: UserBody): SortKey[] =>
    keys[field](user, text);

/** Filters, sorts and cuts a whole list, as our platform does in its database. */
export function filterUsers(
  rows: readonly UserBody[],
  query: UserQuery & { order: UserOrder },
  responders: ResponderLists | null,
): Page<UserBody> {
  const { window, search, email, updatedSince, order, roleIds, roleKeys, departments, responder } = query;
  const { field, direction } = order;
  const rowOrder: RowOrder<UserBody> = { keysOf: userSortKeys(field), direction: directions[direction] };
  const inOrder = sortedRows(rows, rowOrder);
  const filters = [search, email, updatedSince, roleIds, roleKeys, departments, responder];
  if (filters.every((filter) => filter === undefined)) return pageOfSortedRows(inOrder, window, rowOrder);
  const [isFound, isRecent] = [containsSearch(search), changedSince(updatedSince)];
  const matching = inOrder.filter(
    (user) =>
      (!search || isFound([fullNameOf(user), textOf(user.email), textOf(user.department_name), roleNameOf(user)])) &&
      (!email || textOf(user.email)?.trim().toLowerCase() === email.trim().toLowerCase()) &&
      isRecent(user.updated_at) &&
      (!roleKeys || roleKeys.some((key) => key === roleOf(user))) &&
      (!roleIds || roleIds.includes(idOf(user.role_id) ?? idOf(recordOf(user.role).id) ?? '')) &&
      (!departments || departments.includes(textOf(user.department_name) ?? '')) &&
      (responder === undefined || responder === isResponder(user, responders)),
  );
  return pageOfSortedRows(matching, window, rowOrder);
}

const isResponder = ({ id }: UserBody, responders: ResponderLists | null): boolean =>
  Object.values(responders?.users ?? {}).some((users) => users?.has(idOf(id) ?? ''));
