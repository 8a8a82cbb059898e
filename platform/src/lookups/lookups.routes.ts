import { lookupsCalls } from '@console/contract/calls/lookups';
import { seniorPosts } from '@console/contract/rules';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { countries, diallingCodes } from '../core/base/countries.ts';
import { route } from '../core/http/route.ts';
import { departments, designations, industries, seniorGroup } from './lists.ts';

/** Lookup lists of forms. */
export function lookupsRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, lookupsCalls.moduleRoleList, {}, async () => {
    const roles = await db.selectFrom('role').selectAll().orderBy('level').execute();
    return { module_role_list: { Console: roles.map(({ id, label, id_str }) => ({ id, label, idStr: id_str })) } };
  });

  const country_codes = diallingCodes.map(({ dial, names }) => ({ id: dial, label: `${names.join(', ')} (${dial})` }));
  route(app, lookupsCalls.countryCodeList, {}, async () => ({ country_codes }));

  route(app, lookupsCalls.industryList, {}, async () => ({ industries: industries.map(sameLabel) }));

  route(app, lookupsCalls.departmentList, {}, async () => ({ department_list: departments.map(sameLabel) }));

  const seniors = seniorPosts.map(({ id, label }) => ({ id, label, group: seniorGroup }));
  route(app, lookupsCalls.designationList, {}, async () => ({
    designations: [...seniors, ...designations.map(sameLabel)],
  }));

  route(app, lookupsCalls.countryList, {}, async () => ({ countries: countries.map(({ name }) => sameLabel(name)) }));
}

const sameLabel = (label: string) => ({ id: label, label });
