import { extensionCalls } from '@console/contract/calls/extensions';
import { externalUserListParameters, prefixed, unprefixed } from '@console/contract/list-parameters';
import type { FastifyInstance } from 'fastify';
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
const noCounts = { total_count: 0, all_count: 0 };

/** All lists of users of an organisation in one answer; an extension. */
export function userListsRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;

  route(app, call, { action: 'users:view' }, async ({ caller, query }) => {
    const organisationId = parseId(query.org_id);
    const pageOf = (state: 'active' | 'inactive') => {
      const { limit = defaultPageLimit, ...page } = unprefixed(state, query);
      return { ...query, ...page, limit };
    };
    const external = async (source: Services['db']) => {
      if (!query.external) return {};
      const own = { ...services, db: source };
      if (hasAnyField(query, externalParameters))
        return pageExternalUsers(own, caller, organisationId, unprefixed('external', query));
      return { accepted_pending_user_list: await listExternalUsers(own, caller, organisationId) };
    };
    return readLists(services, async (source) => {
      const users = usersStore(source, authorizeOrganisation(caller, 'users:view', organisationId));
      const [active, inactive, externalUsers] = await readTogether(
        source,
        () => listUsers(users, caller, pageOf('active'), { disabled: false }),
        () => listUsers(users, caller, pageOf('inactive'), { disabled: true }),
        () => external(source),
      );
      return {
        ...prefixed('active', { users: active.rows, ...noCounts, ...active.counts }),
        ...prefixed('inactive', { users: inactive.rows, ...noCounts, ...inactive.counts }),
        ...externalUsers,
        ...toResponderLists([...active.responders, ...inactive.responders]),
      };
    });
  });
}
