import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Action,
  departmentLeadRole,
  organiserRole,
  roleByName,
  roleLevel,
  roles,
  scopeOf,
} from '../../contract/src/access.ts';
import { moduleOrigin, suiteModules } from '../../contract/src/modules.ts';
import { reachesAllOrganisations, roleSummary } from '../../contract/src/role-summary.ts';
import { requiredSeniorPost, seniorPosts } from '../../contract/src/rules.ts';
import { viewerPermissions } from '../../contract/src/viewer-actions.ts';
import { allowed, homeOf, isAllowed, mayFor, mayIn, readCaller, roleOf } from './access.ts';
import { options, organisationPage, pageOfList, readExternalUsers, userPage } from './lists.ts';
import { type Body, isExtended, type PeerContext } from './rest.ts';
import { readMappings, toExternalUser } from './rows.ts';
import { renamedFields } from './wire-names.ts';

/** The schema of the gateway. The peers answer its queries. */
export const typeDefs = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');

const noLimit = ({ user_limit }: Body) => (user_limit < 0 ? null : user_limit);
const file = (stored: Body) => stored && { name: stored.file_name, url: stored.url };
const fullName = ({ firstname, lastname, email }: Body) => [firstname, lastname].filter(Boolean).join(' ') || email;
const detail = async (query: object, { get }: PeerContext) => (await get('/consoles/org_detail', query)).org;
const details = ({ id }: Body, { post }: PeerContext) => post('/consoles/specific_org_details', { org_id: id });
const userById = async (id: unknown, { get }: PeerContext) =>
  (await get('/consoles/get_user_detail_by_id', { user_id: id })).user;

function toRole(role: Body) {
  const known = roles.find(({ key }) => key === roleByName(role?.idStr, role?.name, role?.label));
  return known && { ...known, id: role.id };
}

/** What the console's pages and the synthetic questions ask, for every peer. */
const listed: Record<string, Record<string, unknown>> = {
  Query: {
    viewer: async (_root: unknown, _args: object, context: PeerContext) => ({ user: await readCaller(context) }),
    organisation: allowed(
      'organisations:view',
      (_root, { id }, context) => detail({ org_id: id }, context),
      (_root, { id }) => id,
    ),
    organisations: allowed('organisations:list', organisationPage, () => ''),
    assessment: allowed(
      'assessments:view',
      async (_root, { id }, { post }) => (await post('/consoles/asmt_detail', { asmt_id: Number(id) })).asmt_detail,
      () => '',
    ),
    async user(_root: unknown, { id }: Body, context: PeerContext) {
      const user = await userById(id, context);
      return allowed('users:view', () => user, homeOf)(user, {}, context);
    },
    async externalUser(_root: unknown, { userId }: Body, context: PeerContext) {
      const organisationId = (await readCaller(context)).ent_org_id;
      const body = { ent_usr_id: Number(userId), mapped_org_id: organisationId };
      const [{ mapping }, user] = await Promise.all([
        context.post('/consoles/user_mapping_exists', body),
        userById(userId, context),
      ]);
      return toExternalUser({ ...mapping, user }, organisationId, context);
    },
    lookups: () => ({}),
  },
  Lookups: {
    industries: options('/consoles/industry_list', 'industries'),
    countries: options('/consoles/country_list', 'countries'),
    departments: options('/consoles/department_list', 'department_list'),
    designations: options('/consoles/designation_list', 'designations'),
    countryCodes: options('/consoles/country_code_list', 'country_codes'),
    assessmentStatuses: options('/consoles/asmt_status_list', 'asmt_status_list'),
    notificationFrequencies: options('/tasks/notification_frequency_list', 'noti_frequency_list'),
    async seniorDesignations(root: unknown, args: object, context: PeerContext) {
      const rows: Body[] = await options('/consoles/designation_list', 'designations')(root, args, context);
      return seniorPosts.map(({ id, label }) => ({ id, label, group: rows.find((one) => one.id === id)?.group }));
    },
    async roles(root: unknown, args: object, context: PeerContext) {
      const list = options('/centrals/module_role_list', 'module_role_list')(root, args, context);
      const [caller, { Console: rows }] = await Promise.all([readCaller(context), list]);
      const levelOf = ({ key }: Body) => roleLevel(key);
      const own = roleOf(caller);
      return rows
        .map(toRole)
        .filter((one: Body) => own !== null && levelOf(one) >= roleLevel(own))
        .sort((one: Body, other: Body) => levelOf(one) - levelOf(other));
    },
    subscribedModules: async (_root: unknown, _args: object, { get }: PeerContext) =>
      (await get('/consoles/subscribed_grc_modules')).modules.map((one: Body) => ({
        ...suiteModules.find(({ label }) => label === (one.label ?? one)),
        id: one.moduleId ?? one.id ?? one,
      })),
  },
  Viewer: {
    organisation: ({ user }: Body, _args: object, context: PeerContext) =>
      detail(isExtended ? {} : { org_id: user.ent_org_id }, context),
    can({ user }: Body) {
      const may = (action: Action) => scopeOf({ role: roleOf(user) }, action) !== null;
      return {
        ...viewerPermissions(may),
        onboardOrganisation: user.ent_org_id === null,
        viewOverview: scopeOf({ role: roleOf(user) }, 'overview:view') === 'any',
        viewActivity: scopeOf({ role: roleOf(user) }, 'audit:view') === 'any',
      };
    },
    modules: ({ user }: Body) =>
      suiteModules
        .filter((one) => one.moduleId !== 'console')
        .filter((one) => !('isAdmin' in one) || scopeOf({ role: roleOf(user) }, 'modules:controller') !== null)
        .map(({ moduleId, label }) => ({ id: moduleId, label, origin: moduleOrigin(moduleId) })),
  },
  Organisation: {
    emailDomains: ({ email_domain }: Body) => email_domain?.split(',').map((domain: string) => domain.trim()) ?? [],
    logo: ({ logo }: Body) => file(logo),
    icon: ({ icon }: Body) => file(icon),
    userLimit: noLimit,
    state: ({ is_disabled }: Body) => (is_disabled ? 'DISABLED' : 'ACTIVE'),
    counts: (body: Body) => body,
    config: allowed('config:view', ({ id, config }) => ({ ...config, id })),
    seniorManagement: allowed('organisations:viewSeniorManagement', async ({ id }, _args, { get }) => {
      const query = { org_id: id, include_current_user: true, designation: seniorPosts.map((post) => post.id) };
      const { active_users: users } = await get('/consoles/active_user_list', query);
      return seniorPosts.map((post) => ({
        designation: post,
        required: post.id === requiredSeniorPost,
        holder: users.find(({ designation }: Body) => designation === post.id || designation === post.label),
      }));
    }),
    assessments: allowed('assessments:view', async (organisation, args, context) =>
      pageOfList((await details(organisation, context)).asmts, args, ({ created_at }) => created_at),
    ),
    models: allowed('assessments:view', async (organisation, _args, context) => {
      const { subscribed_models: models } = await details(organisation, context);
      return models.toSorted((one: Body, other: Body) => other.created_at.localeCompare(one.created_at));
    }),
    sso: allowed('sso:view', async ({ id }, _args, { get }) => {
      const { sso } = await get('/consoles/get_sso', { org_id: id });
      return sso && { ...sso, id, secretSet: sso.client_secret != null };
    }),
    users: allowed('users:view', userPage),
    externalUsers: allowed('users:view', async ({ id }, args, context) => {
      const rows = await readExternalUsers(id, context);
      const users = await Promise.all(rows.map((row) => toExternalUser(row, id, context)));
      return pageOfList(
        users,
        args,
        ({ at }) => at,
        ({ user, homeOrganisation }) => [fullName(user), user.email, homeOrganisation?.brandName],
      );
    }),
    mappings: allowed('mappings:view', async ({ id }, args, context) => {
      const edges = await readMappings(id, args.filter.states, context);
      return pageOfList(
        edges,
        args,
        ({ node }) => node.updatedAt,
        ({ counterpart, organiser }) => [counterpart.brandName, organiser?.name, organiser?.email],
      );
    }),
    viewerCanEdit: mayIn('organisations:edit'),
    viewerCanEnable: (organisation: Body, args: object, context: PeerContext) =>
      Boolean(organisation.is_disabled) && mayIn('organisations:enable')(organisation, args, context),
    viewerCanDisable: async (organisation: Body, args: object, context: PeerContext) =>
      (await mayIn('organisations:disable', true)(organisation, args, context)) &&
      (await readCaller(context)).ent_org_id !== organisation.id,
    viewerCanChangeOrganiser: mayIn('organisations:changeOrganiser'),
    viewerCanNominate: mayIn('organisations:nominate'),
    viewerCanViewMappings: mayIn('mappings:view'),
    viewerCanInviteOrganisations: mayIn('mappings:invite', true),
    viewerCanViewSso: mayIn('sso:view'),
    viewerCanEditSso: mayIn('sso:edit'),
    viewerCanEditConfig: mayIn('config:edit'),
    viewerCanViewApiKeys: mayIn('keys:view'),
    viewerCanViewActivity: mayIn('audit:view'),
    viewerCanViewAssessments: mayIn('assessments:view'),
    viewerCanCreateUsers: mayIn('users:create', true),
    viewerCanUploadUsers: mayIn('users:upload', true),
    viewerCanInviteUsers: mayIn('users:inviteExternal', true),
  },
  Config: { userLimit: noLimit, otpRequiredNeedsProof: () => isExtended },
  UserConnection: { responderFailures: () => [], hasLastSignIn: () => true, hasSecondFactors: () => false },
  User: {
    fullName,
    role: ({ role }: Body) => toRole(role),
    status: ({ is_disabled }: Body) => (is_disabled ? 'INACTIVE' : 'ACTIVE'),
    logoUrl: ({ ent_org, logo_url }: Body) => ent_org?.logo_url ?? logo_url,
    organisation: allowed(
      'organisations:view',
      ({ ent_org_id }, _args, context) => detail({ org_id: ent_org_id }, context),
      homeOf,
    ),
    async responder({ id, ent_org_id, responders }: Body, _args: object, { get }: PeerContext) {
      const lists = responders ?? (await get('/consoles/ext/dept_responders', { org_id: ent_org_id }));
      const isIn = (list: Body[]) => list.some(({ ent_usr_id }) => ent_usr_id === id);
      return {
        continuer: isIn(lists.con_dept_responders),
        investigator: isIn(lists.inc_dept_responders),
        arc: isIn(lists.task_dept_responders),
      };
    },
    security: allowed(
      'security:view',
      ({ id }, _args, { get }) => get('/consoles/ext/user_security', { user_id: id }),
      homeOf,
    ),
    invitation: allowed(
      'users:view',
      async ({ id }, _args, { get }) => (await get('/consoles/ext/user_invitations', { user_id: id })).invitations[0],
      homeOf,
    ),
    viewerCanEdit: mayFor('users:edit'),
    viewerCanActivate: mayFor('users:activate', true),
    viewerCanDeactivate: mayFor('users:deactivate', false),
    viewerCanViewActivity: ({ ent_org_id }: Body, _args: object, context: PeerContext) =>
      isAllowed(context, 'audit:view', ent_org_id),
    // The bench sends the key of an integrator.
    viewerCanEndSessions: () => false,
  },
  Role: {
    canLeadDepartment: ({ key }: Body) => key === departmentLeadRole,
    proposedForOrganiser: ({ key }: Body) => key === organiserRole,
    proposedForDesignations: ({ key }: Body) => seniorPosts.filter(({ role }) => role === key).map(({ id }) => id),
    summary: ({ key }: Body) => roleSummary({ role: key }),
    reachesAllOrganisations: ({ key }: Body) => reachesAllOrganisations({ role: key }),
  },
  Assessment: {
    progress: ({ asmt_status_details }: Body) => asmt_status_details,
    overdue: ({ end_date, audit_status }: Body) =>
      end_date !== null && Date.parse(end_date) < Date.now() && audit_status !== 'Completed',
    editUrl: ({ guid, id }: Body) => `${moduleOrigin('auditor')}/A/${guid ?? id}/edit`,
    viewerCanChangeStatus: (_assessment: Body, _args: object, context: PeerContext) =>
      isAllowed(context, 'assessments:changeStatus', ''),
  },
};

const renamed = renamedFields(typeDefs);

export const resolvers = Object.fromEntries(
  Object.entries({ ...renamed, ...listed }).map(([type, fields]) => [type, { ...renamed[type], ...fields }]),
);
