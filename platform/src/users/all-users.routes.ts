import { scopeOf } from '@console/contract/access';
import { extensionCalls } from '@console/contract/calls/extensions';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  type AllowedOrganisations,
  allowedOrganisations,
  auditedForbidden,
  authorizeOrganisation,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields, notFound } from '../core/base/failure.ts';
import { type ExportedList, listLengthIfKnown, parsePage } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { toListedUserResponse } from '../security/user-factors.ts';
import { defaultDirection, parseUserQuery, toResponderLists } from './users.routes.ts';
import { userOrders, usersStore } from './users.store.ts';

const call = extensionCalls.allUsers;
type Query = z.output<typeof call.query>;

export function allUsersRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;

  route(app, call, { action: 'users:view' }, async ({ caller, query }) => {
    const { list, filter, order, allowed } = openAllUsers(caller, query, query.org_id ? 'users:view' : 'users:list');
    const page = parsePage(query, userOrders[order.by]);
    return readLists(services, async (source) => {
      const users = usersStore(source, allowed);
      const { rows, responders, ...ends } = await users.list(list, filter, order, page);
      const counts =
        query.total === 'false'
          ? { all_count: await users.countAll(list) }
          : await users.count(list, filter, listLengthIfKnown(rows.length, page));
      return { users: rows.map(toListedUserResponse(caller)), ...counts, ...ends, ...toResponderLists(responders) };
    });
  });
}

export async function exportAllUsers(_: Services, caller: Caller, query: Query, limit: number): Promise<ExportedList> {
  const { list, filter, order, allowed } = openAllUsers(caller, query, 'users:list');
  return {
    ids: (db) => usersStore(db, allowed).ids(list, filter, order, limit),
    read: rowsOf(allowed, caller),
    organisationId: list.organisationId ?? null,
  };
}

function openAllUsers(caller: Caller, query: Query, action: 'users:view' | 'users:list') {
  const { order_by: by = 'updated_at', direction = 'asc' } = query;
  const { list, filter } = parseUserQuery(caller, query);
  if (scopeOf(caller, action) === null) throw auditedForbidden(action, 'role', { type: 'ent_org', id: null });
  const allowed =
    list.organisationId === undefined
      ? allowedOrganisations(caller, action)
      : authorizeOrganisation(caller, action, list.organisationId);
  return { list, filter, order: { by, direction }, allowed };
}

/** Exports an organisation's users. Without a state, the active users come first, then the inactive ones. */
export async function exportUsers(
  services: Services,
  caller: Caller,
  query: Query,
  limit: number,
): Promise<ExportedList> {
  const { list, filter } = parseUserQuery(caller, query);
  const { organisationId, disabled } = list;
  if (organisationId === undefined) throw invalidFields({ org_id: [{ code: 'REQUIRED', message: 'is required' }] });
  const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
  if (!(await usersStore(services.db, allowed).organisationExists(organisationId))) throw notFound();
  const idsOf = (db: Services['db'], isDisabled: boolean, most: number) => {
    const by = query.order_by ?? (isDisabled ? 'updated_at' : 'created_at');
    const order = { by, direction: query.direction ?? defaultDirection(by) };
    return usersStore(db, allowed).ids({ organisationId, disabled: isDisabled }, filter, order, most);
  };
  const ids = async (db: Services['db']) => {
    if (disabled !== undefined) return idsOf(db, disabled, limit);
    const active = await idsOf(db, false, limit);
    const inactive = await idsOf(db, true, limit - active.length);
    const both = new Int32Array(active.length + inactive.length);
    both.set(active);
    both.set(inactive, active.length);
    return both;
  };
  return { ids, read: rowsOf(allowed, caller), organisationId };
}

const rowsOf = (allowed: AllowedOrganisations, caller: Caller) => async (db: Services['db'], ids: number[]) =>
  (await usersStore(db, allowed).byIds(ids)).map(toListedUserResponse(caller));
