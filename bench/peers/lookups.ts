import { roleLevel } from '../../contract/src/access.ts';
import { suiteModules } from '../../contract/src/modules.ts';
import { seniorPosts } from '../../contract/src/rules.ts';
import { currentUser, roleOf, toRole } from './access.ts';
import type { Body, PeerContext } from './rest.ts';

const list =
  (path: string, key: string) =>
  async (_root: unknown, _args: object, { get }: PeerContext) =>
    (await get(path))[key];

export const lookupResolvers = {
  Query: { lookups: () => ({}) },
  Lookups: {
    industries: list('/consoles/industry_list', 'industries'),
    countries: list('/consoles/country_list', 'countries'),
    departments: list('/consoles/department_list', 'department_list'),
    designations: list('/consoles/designation_list', 'designations'),
    async seniorDesignations(_root: unknown, _args: object, { get }: PeerContext) {
      const { designations } = await get('/consoles/designation_list');
      return seniorPosts.map(({ id, label }) => ({
        id,
        label,
        group: designations.find((one: Body) => one.id === id || one.label === label)?.group,
      }));
    },
    async roles(_root: unknown, _args: object, context: PeerContext) {
      const own = roleOf(await currentUser(context));
      const { module_role_list } = await context.get('/centrals/module_role_list');
      const known: Body[] = module_role_list.Console.map(toRole);
      return known
        .filter(({ level }) => own !== null && level >= roleLevel(own))
        .sort((one, other) => one.level - other.level);
    },
    countryCodes: list('/consoles/country_code_list', 'country_codes'),
    assessmentStatuses: list('/consoles/asmt_status_list', 'asmt_status_list'),
    notificationFrequencies: list('/tasks/notification_frequency_list', 'noti_frequency_list'),
    subscribedModules: async (_root: unknown, _args: object, { get }: PeerContext) =>
      (await get('/consoles/subscribed_grc_modules')).modules.map((one: Body) => ({
        ...suiteModules.find(({ label }) => label === (one.label ?? one)),
        id: one.moduleId ?? one.id ?? one,
      })),
  },
};
