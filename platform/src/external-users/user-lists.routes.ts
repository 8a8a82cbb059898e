import { extensionCalls } from '@console/contract/calls/extensions';
import { externalUserListParameters } from '@console/contract/calls/external-users';
import { prefixed } from '@console/contract/shapes';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { defaultPageLimit, hasAnyField } from '../core/database/list.ts';
import { readLists, readTogether } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { listUsers, toResponderLists } from '../users/users.routes.ts';
import { usersStore } from '../users/users.store.ts';
import { listExternalUsers, pageExternalUsers } from './list-external-users.ts';

const call = extensionCalls.userLists;
const externalParameters = prefixed('external', externalUserListParameters);

/** All lists of users of an organisation in one answer; an extension. */
export function userListsRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;

  route(app, call, { action: 'users:view' }, async ({ caller, query }) => {
    const { org_id, search, email, updated_since, role_id, role_key, department, responder, factor } = query;
    const organisationId = parseId(org_id);
    const filter = { org_id, search, email, updated_since, role_id, role_key, department, responder, factor };
    const pageOf = (state: 'active' | 'inactive') => ({
      order_by: query[`${state}_order_by`],
      direction: query[`${state}_direction`],
      offset: query[`${state}_offset`],
      limit: query[`${state}_limit`] ?? defaultPageLimit,
      after: query[`${state}_after`],
      before: query[`${state}_before`],
      last: query[`${state}_last`],
    });
    const external = async (source: Services['db']) => {
      if (!query.external) return {};
      const own = { ...services, db: source };
      if (hasAnyField(query, externalParameters))
        return pageExternalUsers(own, caller, organisationId, externalQuery(query));
      return { accepted_pending_user_list: await listExternalUsers(own, caller, organisationId) };
    };
    return readLists(services, async (source) => {
      const users = usersStore(source, authorizeOrganisation(caller, 'users:view', organisationId));
      const [active, inactive, externalUsers] = await readTogether(
        source,
        () => listUsers(users, caller, { ...filter, ...pageOf('active') }, { disabled: false }),
        () => listUsers(users, caller, { ...filter, ...pageOf('inactive') }, { disabled: true }),
        () => external(source),
      );
      return {
        active_users: active.rows,
        active_total_count: active.counts?.total_count ?? 0,
        active_all_count: active.counts?.all_count ?? 0,
        active_has_next: active.counts?.has_next,
        active_has_previous: active.counts?.has_previous,
        inactive_users: inactive.rows,
        inactive_total_count: inactive.counts?.total_count ?? 0,
        inactive_all_count: inactive.counts?.all_count ?? 0,
        inactive_has_next: inactive.counts?.has_next,
        inactive_has_previous: inactive.counts?.has_previous,
        ...externalUsers,
        ...toResponderLists([...active.responders, ...inactive.responders]),
      };
    });
  });
}

const externalQuery = (query: z.output<typeof call.query>) => ({
  search: query.external_search,
  state: query.external_state,
  updated_since: query.external_updated_since,
  order_by: query.external_order_by,
  direction: query.external_direction,
  offset: query.external_offset,
  limit: query.external_limit,
  after: query.external_after,
  before: query.external_before,
  last: query.external_last,
});
