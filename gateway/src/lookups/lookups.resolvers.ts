import { effectiveRole, roleLevel } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { reachesAllOrganisations, roleSummary } from '@console/contract/role-summary';
import { seniorPosts } from '@console/contract/rules';
import type { GatewaySettings } from '../base/settings.ts';
import type { SuiteModule } from '../base/suite-modules.ts';
import { readCaller } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readRows } from '../product-api/lists.ts';
import { moduleIn } from '../product-api/module-in.ts';
import { requireKey } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { readOptions, readRoles } from '../specified/lookups.ts';

export const lookupsResolvers: Resolvers = {
  Query: {
    lookups: () => ({}),
  },

  Role: {
    summary: ({ key }, _args, { api }) => roleSummary(effectiveRole(key, api.settings)),
    reachesAllOrganisations: ({ key }) => reachesAllOrganisations({ role: key }),
  },

  Lookups: {
    industries: (_parent, _args, context) => readOptions(context, calls.industryList, 'industries'),
    countries: (_parent, _args, context) => readOptions(context, calls.countryList, 'countries'),
    departments: (_parent, _args, context) => readOptions(context, calls.departmentList, 'department_list'),
    designations: (_parent, _args, context) => readOptions(context, calls.designationList, 'designations'),
    async seniorDesignations(_parent, _args, context) {
      const options = await readOptions(context, calls.designationList, 'designations').catch(() => []);
      return seniorPosts.map(({ id, label }) => {
        const same = options.find((option) => option.id === id || option.label.endsWith(`[${id}]`));
        return { id, label: same?.label.endsWith(`[${id}]`) ? same.label : label, group: same?.group ?? null };
      });
    },
    async roles(_parent, _args, context) {
      const [caller, roles] = await Promise.all([
        context.api.key === null ? null : readCaller(context.api),
        readRoles(context),
      ]);
      if (caller === null) return roles;
      const { role } = caller;
      return role === null ? [] : roles.filter(({ level }) => level >= roleLevel(role));
    },
    countryCodes: (_parent, _args, context) => readOptions(context, calls.countryCodeList, 'country_codes'),
    assessmentStatuses(_parent, _args, context) {
      requireKey(context.api);
      return readOptions(context, calls.asmtStatusList, 'asmt_status_list');
    },
    notificationFrequencies(_parent, _args, context) {
      requireKey(context.api);
      return readOptions(context, calls.notificationFrequencyList, 'noti_frequency_list');
    },
    subscribedModules(_parent, _args, { api }) {
      requireKey(api);
      return readSubscribedModules(api, api.settings);
    },
  },
};

/** REST-13: objects, or texts that are ids or names. An unknown module stays, without an origin. */
async function readSubscribedModules(api: RequestCalls, settings: GatewaySettings): Promise<SuiteModule[]> {
  const call = calls.subscribedGrcModules;
  const rows = readRows(call, (await api.call(call, {})).modules, (value) => moduleIn(value, settings), api.log);
  return rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
}
