import { setImmediate as nextTick } from 'node:timers/promises';
import { calls } from '@console/contract/calls/all';
import { isId } from '@console/contract/shapes';
import type { Context } from '../core/context.ts';
import type { UserOrder, UserStatus } from '../generated/resolvers-types.ts';
import { memoise, readRows } from '../product-api/lists.ts';
import type { Page } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { integerOf, toWireId, type UserBody, userOf } from '../product-api/shape.ts';
import { filterUsers, type UserQuery } from './filter-users.ts';
import { Responders } from './responders.ts';

type Listed = Page<UserBody> & { all: number };

const defaultOrders = {
  ACTIVE: { field: 'CREATED_AT', direction: 'DESC' },
  INACTIVE: { field: 'UPDATED_AT', direction: 'DESC' },
} as const satisfies Record<UserStatus, UserOrder>;

const orderFields = {
  CREATED_AT: 'created_at',
  UPDATED_AT: 'updated_at',
  NAME: 'name',
  EMAIL: 'email',
  DEPARTMENT: 'department',
  ROLE: 'role',
} as const;

/** REST-17 and REST-18 for one request. Our platform returns the page; for any other product API the gateway filters and cuts the whole list. */
export class UserLists {
  readonly #context: Context;
  /** By organisation: a running call for active users, which also returns their number. */
  readonly #active = new Map<string, Promise<Listed>>();

  constructor(context: Context) {
    this.#context = context;
  }

  static of = (context: Context): UserLists => context.api.perRequest(UserLists, () => new UserLists(context));

  /** Without a status the active users come first; each list costs one call, wherever the page begins. */
  async page(organisationId: string, status: UserStatus | undefined, userQuery: UserQuery): Promise<Page<UserBody>> {
    if (status) return this.#list(organisationId, status, userQuery);
    const active = await this.#list(organisationId, 'ACTIVE', userQuery);
    const { offset, limit } = userQuery.window;
    const window = { offset: Math.max(0, offset - active.total), limit: limit - active.rows.length };
    const inactive = await this.#list(organisationId, 'INACTIVE', { ...userQuery, window });
    return { rows: [...active.rows, ...inactive.rows], total: active.total + inactive.total };
  }

  /** The number of active users; a page of them in the same request already contains it. */
  async activeCount(organisationId: string): Promise<number> {
    await nextTick();
    const listed = this.#active.get(organisationId) ?? this.#list(organisationId, 'ACTIVE', countOnly);
    return (await listed).all;
  }

  #list(organisationId: string, status: UserStatus, userQuery: UserQuery): Promise<Listed> {
    const listed = this.#read(organisationId, status, userQuery);
    if (status === 'ACTIVE') this.#active.set(organisationId, listed);
    return listed;
  }

  async #read(organisationId: string, status: UserStatus, userQuery: UserQuery): Promise<Listed> {
    const { api } = this.#context;
    requireKey(api);
    const order = userQuery.order ?? defaultOrders[status];
    const extended = await this.#context.supportsExtensions();
    const query = { org_id: toWireId(organisationId), ...(extended ? pageQuery(userQuery, order) : {}) };
    const active = status === 'ACTIVE';
    const response: ApiResponse<typeof calls.activeUserList> & ApiResponse<typeof calls.inactiveUserList> = active
      ? await api.call(calls.activeUserList, { query: { ...query, include_current_user: 'true' } })
      : await api.call(calls.inactiveUserList, { query });
    const list = active ? response.active_users : response.inactive_users;
    const call = active ? calls.activeUserList : calls.inactiveUserList;
    const rowOf = (value: unknown) => userIn(value, organisationId, !active);
    const rows = memoise(response, 'users', () => readRows(call, list, rowOf, api.log));
    const total = integerOf(response.total_count);
    if (extended && total !== null) return { rows, total, all: integerOf(response.all_count) ?? total };
    const responders =
      userQuery.responder === undefined ? null : await Responders.of(this.#context).read(organisationId);
    return { ...filterUsers(rows, { ...userQuery, order }, responders), all: rows.length };
  }
}

const countOnly: UserQuery = {
  window: { offset: 0, limit: 0 },
  search: undefined,
  order: undefined,
  roleIds: undefined,
  departments: undefined,
  responder: undefined,
};

/** The query of our platform. Its ids are digits, so any other id matches no role. */
function pageQuery({ window, search, roleIds, departments, responder }: UserQuery, { field, direction }: UserOrder) {
  const rows = {
    order_by: orderFields[field],
    direction: direction === 'ASC' ? ('asc' as const) : ('desc' as const),
    offset: String(window.offset),
  };
  return {
    ...(window.limit === 0 ? {} : rows),
    limit: String(window.limit),
    search,
    role_id: roleIds?.map((id) => (isId(id) ? id : '0')),
    department: departments && [...departments],
    ...(responder === undefined ? {} : { responder: responder ? ('true' as const) : ('false' as const) }),
  };
}

/** The list determines the state and organisation of rows that do not contain them. */
function userIn(value: unknown, organisationId: string, is_disabled: boolean): UserBody | null {
  const user = userOf(value);
  if (user === null || (user.is_disabled != null && user.ent_org_id != null)) return user;
  return { ...user, is_disabled: user.is_disabled ?? is_disabled, ent_org_id: user.ent_org_id ?? organisationId };
}
