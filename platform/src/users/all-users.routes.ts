import { extensionCalls } from '@console/contract/calls/extensions';
import type { FastifyInstance } from 'fastify';
import { allowedOrganisations } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { toListedUserAnswer } from '../core/access/user-factors.ts';
import { parseId } from '../core/base/parse-id.ts';
import { defaultPageLimit, listLengthIfKnown, parsePageRange } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { parseUserFilter, toResponderLists } from './users.routes.ts';
import { userOrders, usersStore } from './users.store.ts';

const call = extensionCalls.allUsers;

/** The users of all organisations in one list; an extension. */
export function allUsersRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;

  route(app, call, { action: 'users:list' }, async ({ caller, query }) => {
    const { org_id, state, order_by: by = 'updated_at', direction = 'asc', limit = defaultPageLimit } = query;
    const allowed = allowedOrganisations(caller, 'users:list');
    const list = {
      organisationId: org_id === undefined ? undefined : parseId(org_id),
      disabled: state && state === 'inactive',
    };
    const filter = parseUserFilter(caller, query);
    const page = parsePageRange({ ...query, limit }, userOrders[by]);
    return readLists(services, async (source) => {
      const users = usersStore(source, allowed);
      const { rows, responders, ...ends } = await users.list(list, filter, { by, direction }, page);
      const { total_count } = await users.count(list, filter, listLengthIfKnown(rows.length, page));
      return { users: rows.map(toListedUserAnswer(caller)), total_count, ...ends, ...toResponderLists(responders) };
    });
  });
}
