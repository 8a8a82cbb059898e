import { usersCalls } from '@console/contract/calls/users';
import { usersPage } from '@console/contract/shapes';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { reachFor, reachOf, toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { seenUser } from '../core/access/visible-user.ts';
import { notFound } from '../core/base/failure.ts';
import { toEntUsr } from '../core/database/ent-usr.ts';
import { cutOf, endOf, givesAny } from '../core/database/list.ts';
import { versionOf } from '../core/http/list-version.ts';
import { extended, route } from '../core/http/route.ts';
import { toldOf, type UserList, type UserOrder, type UsersWanted, usersStore } from './users.store.ts';

type ListQuery = z.output<typeof usersCalls.inactiveUserList.query>;

/** The users of an organisation, and who of them answers for what. */
export function usersRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const { extensions } = settings;

  const list = async (caller: Caller, query: ListQuery, more: Omit<UserList, 'organisationId'>, order: UserOrder) => {
    const organisationId = toId(query.org_id);
    const users = usersStore(db, reachOf(caller, 'users:view', organisationId));
    const cut = cutOf(query.offset, query.limit);
    const wanted = wantedOf(query);
    const of = { ...more, organisationId };
    const by = query.order_by ?? order;
    const rows = await users.list(of, wanted, { by, direction: query.direction ?? usual(by) }, cut);
    const counts = givesAny(query, usersPage) ? await users.count(of, wanted, endOf(rows.length, cut)) : undefined;
    const empty = rows.length === 0 && !counts?.all_count;
    if (empty && !(await users.organisationExists(organisationId))) throw notFound();
    return { rows: rows.map(toEntUsr), counts };
  };

  const told = ({ caller, query }: { caller: Caller; query: ListQuery }) => {
    const organisationId = toId(query.org_id);
    reachOf(caller, 'users:view', organisationId);
    return toldOf(organisationId);
  };

  const active = extended(usersCalls.activeUserList, usersPage, extensions);
  const activeVersion = versionOf(services, active, told);
  route(app, active, { action: 'users:view', version: activeVersion }, async ({ caller, query }) => {
    const leaveOut = query.include_current_user === 'true' ? undefined : caller.userId;
    const { rows, counts } = await list(caller, query, { disabled: false, leaveOut }, 'created_at');
    return { active_users: rows, ...counts };
  });

  const inactive = extended(usersCalls.inactiveUserList, usersPage, extensions);
  const inactiveVersion = versionOf(services, inactive, told);
  route(app, inactive, { action: 'users:view', version: inactiveVersion }, async ({ caller, query }) => {
    const { rows, counts } = await list(caller, query, { disabled: true }, 'updated_at');
    return { inactive_users: rows, ...counts };
  });

  route(app, usersCalls.getUserDetailById, { action: 'users:view' }, async ({ caller, query }) => {
    const reach = reachFor(caller, 'users:view');
    const row = await usersStore(db, reach).findExternal(toId(query.user_id));
    if (!row) throw notFound();
    return { user: toEntUsr(seenUser(reach, row)) };
  });

  const responders = [
    ['continuer', usersCalls.conDeptResponders],
    ['investigator', usersCalls.incDeptResponders],
    ['arc', usersCalls.taskDeptResponders],
  ] as const;
  for (const [kind, call] of responders)
    route(app, extended(call, { org_id: true }, extensions), { action: 'users:view' }, async ({ caller, query }) => {
      const organisationId = query.org_id === undefined ? undefined : toId(query.org_id);
      const reach =
        organisationId === undefined ? reachFor(caller, 'users:view') : reachOf(caller, 'users:view', organisationId);
      const users = usersStore(db, reach);
      const dept_responders = await users.responders(kind, organisationId);
      const empty = organisationId !== undefined && dept_responders.length === 0;
      if (empty && !(await users.organisationExists(organisationId))) throw notFound();
      return { dept_responders };
    });
}

/** Moments begin with the newest, everything else with its lower end. */
const usual = (by: UserOrder) => (by === 'created_at' || by === 'updated_at' ? 'desc' : 'asc');

const wantedOf = ({ search, role_id, department, designation, responder }: ListQuery): UsersWanted => ({
  search: search?.trim(),
  roleIds: role_id === undefined ? undefined : [role_id].flat().map(toId),
  departments: department === undefined ? undefined : [department].flat(),
  designations: designation === undefined ? undefined : [designation].flat(),
  responder: responder === undefined ? undefined : responder === 'true',
});
