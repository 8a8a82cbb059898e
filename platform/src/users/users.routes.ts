import { extensionCalls } from '@console/contract/calls/extensions';
import { usersCalls } from '@console/contract/calls/users';
import { organisationUserParameters } from '@console/contract/list-parameters';
import { lists } from '@console/contract/lists';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { allowedOrganisations, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { readManagedUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { visibleUser } from '../core/access/visible-user.ts';
import { notFound } from '../core/base/failure.ts';
import { parseFilters } from '../core/base/parse-filters.ts';
import { parseId } from '../core/base/parse-id.ts';
import { hasAnyField, listLengthIfKnown, parsePageRange } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { parseFactorFilter, toListedUserResponse } from '../security/user-factors.ts';
import {
  type Responder,
  type ResponderKind,
  type UserFilter,
  type UserListScope,
  type UserOrder,
  userOrders,
  usersStore,
} from './users.store.ts';

type ListQuery = z.output<typeof usersCalls.inactiveUserList.query>;

export function usersRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const { extensions } = settings;

  const usersOf = (source: Services['db'], caller: Caller, { org_id }: ListQuery) =>
    usersStore(source, authorizeOrganisation(caller, 'users:view', parseId(org_id)));

  const active = omitExtensionUnless(usersCalls.activeUserList, organisationUserParameters, extensions);
  route(app, active, { action: 'users:view' }, async ({ caller, query }) => {
    const excludedUserId = query.include_current_user === 'true' ? undefined : (caller.userId ?? undefined);
    const { rows, counts } = await readLists(services, (source) =>
      listUsers(usersOf(source, caller, query), caller, query, { disabled: false, excludedUserId }),
    );
    return { active_users: rows, ...counts };
  });

  const inactive = omitExtensionUnless(usersCalls.inactiveUserList, organisationUserParameters, extensions);
  route(app, inactive, { action: 'users:view' }, async ({ caller, query }) => {
    const { rows, counts } = await readLists(services, (source) =>
      listUsers(usersOf(source, caller, query), caller, query, { disabled: true }),
    );
    return { inactive_users: rows, ...counts };
  });

  route(app, usersCalls.getUserDetailById, { action: 'users:view' }, async ({ caller, query }) => {
    const allowed = allowedOrganisations(caller, 'users:view');
    const row = await usersStore(db, allowed).find(parseId(query.user_id));
    if (!row) {
      if (caller.closedOrganisations) await readManagedUser(db, caller, 'users:view', parseId(query.user_id));
      throw notFound();
    }
    return { user: toListedUserResponse(caller)(visibleUser(allowed, row)) };
  });

  const readResponders = async (caller: Caller, org_id: string | number | undefined, kind?: ResponderKind) => {
    const organisationId = org_id === undefined ? undefined : parseId(org_id);
    const allowed =
      organisationId === undefined
        ? allowedOrganisations(caller, 'users:view')
        : authorizeOrganisation(caller, 'users:view', organisationId);
    const users = usersStore(db, allowed);
    const found = await users.responders({ kind, organisationId });
    const empty = organisationId !== undefined && found.length === 0;
    if (empty && !(await users.organisationExists(organisationId))) throw notFound();
    return found;
  };

  const responders = [
    ['continuer', usersCalls.conDeptResponders],
    ['investigator', usersCalls.incDeptResponders],
    ['arc', usersCalls.taskDeptResponders],
  ] as const;
  for (const [kind, call] of responders)
    route(
      app,
      omitExtensionUnless(call, { org_id: true }, extensions),
      { action: 'users:view' },
      async ({ caller, query }) => {
        const found = await readResponders(caller, query.org_id, kind);
        return { dept_responders: respondersOf(found, kind) };
      },
    );

  if (extensions)
    route(app, extensionCalls.deptResponders, { action: 'users:view' }, async ({ caller, query }) =>
      toResponderLists(await readResponders(caller, query.org_id)),
    );
}

/** Users of an organisation, with counts and page info if the query has an extension. */
async function listUsers(
  users: ReturnType<typeof usersStore>,
  caller: Caller,
  query: ListQuery,
  more: Omit<UserListScope, 'organisationId'>,
) {
  const organisationId = parseId(query.org_id);
  const { filter } = parseUserQuery(caller, query);
  const userList = { ...more, organisationId };
  const by = query.order_by ?? (more.disabled ? 'updated_at' : 'created_at');
  const page = parsePageRange(query, userOrders[by]);
  const order = { by, direction: query.direction ?? defaultDirection(by) };
  const { rows, responders: _, ...ends } = await users.list(userList, filter, order, page);
  const count = async (): Promise<{ all_count: number; total_count?: number }> =>
    query.total === 'false'
      ? { all_count: await users.countAll(userList) }
      : users.count(userList, filter, listLengthIfKnown(rows.length, page));
  const counts = hasAnyField(query, organisationUserParameters) ? { ...(await count()), ...ends } : undefined;
  const empty = rows.length === 0 && !counts?.all_count;
  if (empty && !(await users.organisationExists(organisationId))) throw notFound();
  return { rows: rows.map(toListedUserResponse(caller)), counts };
}

const respondersOf = (found: readonly Responder[], kind: ResponderKind) =>
  found.flatMap((one) => (one.kind === kind ? { ent_usr_id: one.ent_usr_id } : []));

/** Responders by kind, with all three lists. */
export const toResponderLists = (found: readonly Responder[]) => ({
  con_dept_responders: respondersOf(found, 'continuer'),
  inc_dept_responders: respondersOf(found, 'investigator'),
  task_dept_responders: respondersOf(found, 'arc'),
});

/** Default direction: descending for times, ascending for all other values. */
export const defaultDirection = (by: UserOrder) => (by === 'created_at' || by === 'updated_at' ? 'desc' : 'asc');

/** Users of a query, and its filter. Throws an audited 403 for a filter by a property that the caller may not see. */
export function parseUserQuery(
  caller: Caller,
  query: Readonly<Record<string, unknown>>,
): { list: UserListScope; filter: UserFilter } {
  const { organisationId, status, secondFactor, ...filter } = parseFilters(lists.all_users, query);
  return {
    list: { organisationId, disabled: status && status === 'inactive' },
    filter: { ...filter, factor: parseFactorFilter(caller, secondFactor) },
  };
}
