import { isId } from '@console/contract/shapes';
import { directions } from '../product-api/lists.ts';
import { type PageWindow, windowQuery } from '../product-api/paging.ts';
import { type UserOrder, type UserQuery, type UserStatus, userSortKeys } from './filter-users.ts';

const orderFields = {
  CREATED_AT: 'created_at',
  UPDATED_AT: 'updated_at',
  NAME: 'name',
  EMAIL: 'email',
  DEPARTMENT: 'department',
  ROLE: 'role',
} as const satisfies Record<UserOrder['field'], string>;

const factorFilters = {
  ANY: 'any',
  NONE: 'none',
  AUTHENTICATOR_APP: 'app',
  PASSKEY: 'passkey',
} as const satisfies Record<NonNullable<UserQuery['secondFactor']>, string>;

/** Search and filter as our platform reads them. Its ids are digits, so any other id matches no role. */
export const userFilterQuery = (query: Omit<UserQuery, 'window' | 'order'>) => ({
  search: query.search,
  email: query.email,
  updated_since: query.updatedSince,
  role_id: query.roleIds?.map(platformIdOrZero),
  role_key: query.roleKeys && [...query.roleKeys],
  department: query.departments && [...query.departments],
  ...(query.responder === undefined ? {} : { responder: query.responder ? ('true' as const) : ('false' as const) }),
  ...(query.secondFactor && { factor: factorFilters[query.secondFactor] }),
});

/** An id of a filter; 0, which nothing has, for a text that is no id of our platform. */
export const platformIdOrZero = (id: string): string => (isId(id) ? id : '0');

/** Order and page as our platform reads them. */
export const orderAndPageQuery = (order: UserOrder, window: PageWindow) => ({
  ...orderQuery(order),
  ...windowQuery(window, order.field.endsWith('_AT')),
});

/** Order as our platform reads it. */
export const orderQuery = ({ field, direction }: UserOrder) => ({
  order_by: orderFields[field],
  direction: directions[direction],
});

/** The state as our platform reads it; undefined for both. */
export const stateQuery = (status: UserStatus | undefined) =>
  status && (status === 'ACTIVE' ? ('active' as const) : ('inactive' as const));

/** The sort values of our platform, which orders by blank texts too. */
export const platformSortKeys = ({ field }: UserOrder) =>
  userSortKeys(field, (value) => (typeof value === 'string' ? value : null));
