import { extensionCalls } from '@console/contract/calls/extensions';
import { lookupsCalls } from '@console/contract/calls/lookups';
import { seniorPosts } from '@console/contract/rules';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { route } from '../core/http/route.ts';
import { countries, diallingCodes } from './countries.ts';
import { departments, designations, industries, seniorGroup } from './lists.ts';

export function lookupsRoutes(app: FastifyInstance, { db, settings }: Services): void {
  const readRoles = async () => {
    const roles = await db.selectFrom('role').selectAll().orderBy('level').execute();
    return { Console: roles.map(({ id, label, id_str }) => ({ id, label, idStr: id_str })) };
  };
  route(app, lookupsCalls.moduleRoleList, {}, async () => ({ module_role_list: await readRoles() }));

  const seniors = seniorPosts.map(({ id, label }) => ({ id, label, group: seniorGroup }));
  const lists = {
    country_codes: diallingCodes.map(({ dial, names }) => ({ id: dial, label: `${names.join(', ')} (${dial})` })),
    industries: industries.map(sameLabel),
    department_list: departments.map(sameLabel),
    designations: [...seniors, ...designations.map(sameLabel)],
    countries: countries.map(({ name }) => sameLabel(name)),
  };
  route(app, lookupsCalls.countryCodeList, {}, async () => ({ country_codes: lists.country_codes }));
  route(app, lookupsCalls.industryList, {}, async () => ({ industries: lists.industries }));
  route(app, lookupsCalls.departmentList, {}, async () => ({ department_list: lists.department_list }));
  route(app, lookupsCalls.designationList, {}, async () => ({ designations: lists.designations }));
  route(app, lookupsCalls.countryList, {}, async () => ({ countries: lists.countries }));

  if (settings.extensions)
    route(app, extensionCalls.lookupLists, {}, async () => ({ ...lists, module_role_list: await readRoles() }));
}

const sameLabel = (label: string) => ({ id: label, label });
