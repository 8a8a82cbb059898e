import { roleLevel } from '@console/contract/access';
import { isSameEmail } from '@console/contract/fields/domain-rules';
import type { lists } from '@console/contract/lists';
import type { ListMatch, ListOrder } from '../product-api/list-query.ts';
import {
  changedSince,
  containsSearch,
  directions,
  pageOfSortedRows,
  type RowOrder,
  sortedRows,
} from '../product-api/lists.ts';
import type { Page, RequestedPage, SortKey } from '../product-api/paging.ts';
import { toRole } from '../product-api/reads.ts';
import { fullNameOf, idOf, recordOf, roleOf, textOf, timeMsOf, type UserBody } from '../product-api/shape.ts';
import type { ResponderLists } from './responders.ts';

export type UserStatus = 'ACTIVE' | 'INACTIVE';
export type UserOrder = ListOrder<typeof lists.users.orders>;

/** A page of users in one state or both; by second factor only if the product API lists them. */
export interface UserQuery extends Omit<ListMatch<typeof lists.users>, 'status'> {
  window: RequestedPage;
  order?: UserOrder | undefined;
}

const levelOfUser = (user: UserBody): number | null => {
  const role = roleOf(user);
  return role && roleLevel(role);
};

const roleNameOf = (user: UserBody): string | null => {
  const role = roleOf(user);
  return role && toRole(role, null).name;
};

const keys: Record<UserOrder['field'], (user: UserBody, text: typeof textOf) => SortKey[]> = {
  CREATED_AT: ({ created_at }) => [timeMsOf(created_at)],
  UPDATED_AT: ({ updated_at }) => [timeMsOf(updated_at)],
  NAME: ({ firstname, lastname }, text) => [text(firstname), text(lastname)],
  EMAIL: ({ email }, text) => [text(email)],
  DEPARTMENT: ({ department_name }, text) => [text(department_name)],
  ROLE: (user) => [levelOfUser(user)],
};

const userSortKeys =
  (field: UserOrder['field'], text = textOf) =>
  (user: UserBody): SortKey[] =>
    keys[field](user, text);

/** Sort keys of our platform, which also sorts by blank texts. */
export const platformSortKeys = ({ field }: UserOrder) =>
  userSortKeys(field, (value) => (typeof value === 'string' ? value : null));

/** Filters, sorts and cuts a whole list like our platform. */
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
      (!email || isSameEmail(textOf(user.email) ?? '', email)) &&
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
