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
import { requiredSeniorPost, seniorPosts, userLimitText } from '../../contract/src/rules.ts';
import { viewerPermissions } from '../../contract/src/viewer-actions.ts';
import { allowed, homeOf, isAllowed, mayFor, mayIn, roleOf } from './access.ts';
import { connection, organisationPageParameters, pageOfList, userPage } from './lists.ts';
import type { Body, ProductApi } from './product-api.ts';
import { readMappings, toExternalUser } from './rows.ts';
import { renamedFields, snakeCase } from './wire-names.ts';

/** The gateway's schema, for which the peer has its own resolvers. */
export const typeDefs = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');

const noLimit = ({ user_limit }: Body) => (user_limit < 0 ? null : user_limit);
const file = (stored: Body) => stored && { name: stored.file_name, url: stored.url };
const fullName = ({ firstname, lastname, email }: Body) => [firstname, lastname].filter(Boolean).join(' ') || email;
const detail = async (query: object, api: ProductApi) => (await api.read('/consoles/org_detail', query)).org;
const details = ({ id }: Body, api: ProductApi) => api.readWithBody('/consoles/specific_org_details', { org_id: id });
const userById = async (id: unknown, api: ProductApi) =>
  (await api.read('/consoles/get_user_detail_by_id', { user_id: id })).user;

const optionsOf = (path: string, name: string) => (_root: unknown, _args: object, api: ProductApi) =>
  api.options(path, name);

/** Resolver of a field with the name of the call that it is read from. */
const passOn =
  (name: string, queryOf: (parent: Body) => Body = () => ({})) =>
  async (parent: Body, _args: Body, api: ProductApi) =>
    (await api.read(`/consoles/ext/${snakeCase(name)}`, queryOf(parent)))[name];

const ofOrganisation = ({ id }: Body) => ({ organisationId: id });

function toRole(role: Body) {
  const known = roles.find(({ key }) => key === roleByName(role?.idStr, role?.name, role?.label));
  return known && { ...known, id: role.id };
}

/** The queries of the console's pages. */
const listed: Record<string, Record<string, unknown>> = {
  Query: {
    viewer: async (_root: unknown, _args: object, api: ProductApi) => ({ user: await api.caller() }),
    organisation: allowed(
      'organisations:view',
      (_root, { id }, api) => detail({ org_id: id }, api),
      (_root, { id }) => id,
    ),
    organisations: allowed('organisations:list', organisationPageParameters, () => ''),
    assessment: allowed(
      'assessments:view',
      async (_root, { id }, api) =>
        (await api.readWithBody('/consoles/asmt_detail', { asmt_id: Number(id) })).asmt_detail,
      () => '',
    ),
    async user(_root: unknown, { id }: Body, api: ProductApi) {
      const user = await userById(id, api);
      return allowed('users:view', () => user, homeOf)(user, {}, api);
    },
    lookups: () => ({}),
    attention: allowed('organisations:list', passOn('attention'), () => ''),
    overview: allowed('overview:view', passOn('overview'), () => ''),
  },
  Lookups: {
    industries: optionsOf('/consoles/industry_list', 'industries'),
    countries: optionsOf('/consoles/country_list', 'countries'),
    departments: optionsOf('/consoles/department_list', 'department_list'),
    designations: optionsOf('/consoles/designation_list', 'designations'),
    countryCodes: optionsOf('/consoles/country_code_list', 'country_codes'),
    assessmentStatuses: optionsOf('/consoles/asmt_status_list', 'asmt_status_list'),
    notificationFrequencies: optionsOf('/tasks/notification_frequency_list', 'noti_frequency_list'),
    async seniorDesignations(_root: unknown, _args: object, api: ProductApi) {
      const rows = await api.options('/consoles/designation_list', 'designations');
      return seniorPosts.map(({ id, label }) => ({ id, label, group: rows.find((one) => one.id === id)?.group }));
    },
    async roles(_root: unknown, _args: object, api: ProductApi) {
      const list: Promise<Body> = api.options('/centrals/module_role_list', 'module_role_list');
      const [caller, { Console: rows }] = await Promise.all([api.caller(), list]);
      const levelOf = ({ key }: Body) => roleLevel(key);
      const own = roleOf(caller);
      return rows
        .map(toRole)
        .filter((one: Body) => own !== null && levelOf(one) >= roleLevel(own))
        .sort((one: Body, other: Body) => levelOf(one) - levelOf(other));
    },
    subscribedModules: async (_root: unknown, _args: object, api: ProductApi) =>
      (await api.read('/consoles/subscribed_grc_modules')).modules.map((one: Body) => ({
        ...suiteModules.find(({ label }) => label === (one.label ?? one)),
        id: one.moduleId ?? one.id ?? one,
      })),
  },
  Viewer: {
    hasBulkActions: () => true,
    hasUserFileUpdates: () => true,
    pendingItemCount: ({ user }: Body) => user.pending_count,
    pendingItems: passOn('pendingItems'),
    organisation: (_viewer: Body, _args: object, api: ProductApi) => detail({}, api),
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
    userLimitText: (body: Body) => userLimitText(noLimit(body)),
    attention: passOn('attention', ofOrganisation),
    state: ({ is_disabled }: Body) => (is_disabled ? 'DISABLED' : 'ACTIVE'),
    counts: (body: Body) => body,
    config: allowed('config:view', ({ id, config }) => ({ ...config, id })),
    seniorManagement: allowed('organisations:viewSeniorManagement', async ({ id }, _args, api) => {
      const query = { org_id: id, include_current_user: true, designation: seniorPosts.map((post) => post.id) };
      const { active_users: users } = await api.read('/consoles/active_user_list', query);
      return seniorPosts.map((post) => ({
        designation: post,
        required: post.id === requiredSeniorPost,
        holder: users.find(({ designation }: Body) => designation === post.id || designation === post.label),
      }));
    }),
    assessments: allowed('assessments:view', async (organisation, args, api) =>
      pageOfList((await details(organisation, api)).asmts, args, ({ created_at }) => created_at),
    ),
    models: allowed('assessments:view', async (organisation, _args, api) => {
      const { subscribed_models: models } = await details(organisation, api);
      return models.toSorted((one: Body, other: Body) => other.created_at.localeCompare(one.created_at));
    }),
    users: allowed('users:view', userPage),
    externalUsers: allowed('users:view', async ({ id }, { search, first, offset = 0 }, api) => {
      const body = await api.read('/consoles/ext/external_users', { org_id: id, search, limit: first, offset });
      const rows: Body[] = body.users;
      const users = await Promise.all(rows.map((row) => toExternalUser(row, id, api)));
      return connection(users, body.total_count, { offset });
    }),
    accessReviews: allowed('reviews:decide', async ({ id }, { first, offset }, api) => {
      const body = await api.read('/consoles/ext/access_reviews', { organisationId: id, limit: first });
      return connection(body.accessReviews, body.total_count, { offset });
    }),
    accessReviewSeries: allowed('reviews:decide', passOn('accessReviewSeries', ofOrganisation)),
    selfSetSupervisorCount: passOn('selfSetSupervisorCount', ofOrganisation),
    mappings: allowed('mappings:view', async ({ id }, args, api) => {
      const edges = await readMappings(id, args.filter.states, api);
      return pageOfList(edges, args, ({ node }) => node.updatedAt);
    }),
    viewerCanEdit: mayIn('organisations:edit'),
    viewerCanEnable: (organisation: Body, args: object, api: ProductApi) =>
      Boolean(organisation.is_disabled) && mayIn('organisations:enable')(organisation, args, api),
    viewerCanDisable: async (organisation: Body, args: object, api: ProductApi) =>
      (await mayIn('organisations:disable', true)(organisation, args, api)) &&
      (await api.caller()).ent_org_id !== organisation.id,
    viewerCanChangeOrganiser: mayIn('organisations:changeOrganiser'),
    viewerCanNominate: mayIn('organisations:nominate'),
    viewerCanViewMappings: mayIn('mappings:view'),
    viewerCanInviteOrganisations: mayIn('mappings:invite', true),
    viewerCanViewSso: mayIn('sso:view'),
    viewerCanViewOverview: mayIn('overview:view'),
    // The bench calls with the API key of an integrator.
    viewerCanManageWebhooks: () => false,
    viewerCanStartAccessReview: () => false,
    viewerCanSetReviewEvidenceYears: () => false,
    viewerCanEditConfig: mayIn('config:edit'),
    viewerCanViewApiKeys: mayIn('keys:view'),
    viewerCanViewActivity: mayIn('audit:view'),
    viewerCanViewAccessReviews: mayIn('reviews:decide'),
    viewerCanViewAssessments: mayIn('assessments:view'),
    viewerCanCreateUsers: mayIn('users:create', true),
    viewerCanUploadUsers: mayIn('users:upload', true),
    viewerCanInviteUsers: mayIn('users:inviteExternal', true),
  },
  ExternalUser: { takesReason: () => true },
  MappingEdge: {
    takesReason: () => true,
    viewerCanEnd: ({ node, organisationId }: Body, _args: object, api: ProductApi) =>
      node.state === 'ACCEPTED' && isAllowed(api, 'mappings:answer', organisationId),
    viewerCanWithdraw: ({ node, organisationId }: Body, _args: object, api: ProductApi) =>
      node.state === 'PENDING' && isAllowed(api, 'mappings:invite', organisationId),
  },
  Config: { userLimit: noLimit, otpRequiredNeedsPasscode: () => true },
  UserConnection: { responderFailures: () => [], hasLastSignIn: () => true, hasSecondFactors: () => true },
  User: {
    fullName,
    role: ({ role }: Body) => toRole(role),
    status: ({ is_disabled }: Body) => (is_disabled ? 'INACTIVE' : 'ACTIVE'),
    logoUrl: ({ ent_org, logo_url }: Body) => ent_org?.logo_url ?? logo_url,
    organisation: allowed(
      'organisations:view',
      ({ ent_org_id }, _args, api) => detail({ org_id: ent_org_id }, api),
      homeOf,
    ),
    async responder({ id, ent_org_id, responders }: Body, _args: object, api: ProductApi) {
      const lists = responders ?? (await api.read('/consoles/ext/dept_responders', { org_id: ent_org_id }));
      const isIn = (list: Body[]) => list.some(({ ent_usr_id }) => ent_usr_id === id);
      return {
        continuer: isIn(lists.con_dept_responders),
        investigator: isIn(lists.inc_dept_responders),
        arc: isIn(lists.task_dept_responders),
      };
    },
    duties: allowed(
      'users:deactivate',
      ({ id }, _args, api) => api.read('/consoles/ext/user_duties', { user_id: id }),
      homeOf,
    ),
    security: allowed(
      'security:view',
      ({ id }, _args, api) => api.read('/consoles/ext/user_security', { user_id: id }),
      homeOf,
    ),
    invitation: allowed(
      'users:view',
      async ({ id }, _args, api) => (await api.read('/consoles/ext/user_invitations', { user_id: id })).invitations[0],
      homeOf,
    ),
    viewerCanEdit: mayFor('users:edit'),
    viewerCanActivate: mayFor('users:activate', true),
    viewerCanDeactivate: mayFor('users:deactivate', false),
    viewerCanViewActivity: ({ ent_org_id }: Body, _args: object, api: ProductApi) =>
      isAllowed(api, 'audit:view', ent_org_id),
    // The bench calls with the API key of an integrator.
    viewerCanEndSessions: () => false,
    viewerCanCopyPersonalData: () => false,
    viewerCanErase: () => false,
    viewerCanUnblockSignIn: () => false,
  },
  UserSecurity: { secondFactors: ({ authenticator_app: app = null }: Body) => ({ authenticatorApp: app }) },
  OverviewUsers: { role: ({ role }: Body) => toRole(role) },
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
    viewerCanChangeStatus: (_assessment: Body, _args: object, api: ProductApi) =>
      isAllowed(api, 'assessments:changeStatus', ''),
  },
};

const renamed = renamedFields(typeDefs);

export const resolvers = Object.fromEntries(
  Object.entries({ ...renamed, ...listed }).map(([type, fields]) => [type, { ...renamed[type], ...fields }]),
);
