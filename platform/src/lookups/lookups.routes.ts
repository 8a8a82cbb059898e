import { lookupsCalls } from '@console/contract/calls/lookups';
import type { FastifyInstance } from 'fastify';
import { route } from '../core/route.ts';
import type { Services } from '../core/services.ts';

/** The lists that forms choose from. */
export function lookupsRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, lookupsCalls.moduleRoleList, {}, async () => {
    const roles = await db.selectFrom('role').selectAll().orderBy('level').execute();
    return { module_role_list: { Console: roles.map(({ id, label, id_str }) => ({ id, label, idStr: id_str })) } };
  });
}
