import { type Action, scopeOf } from '../../contract/src/access.ts';
import { moduleOrigin, suiteModules } from '../../contract/src/modules.ts';
import { requiredSeniorPost, seniorPosts } from '../../contract/src/rules.ts';
import { currentUser, isAllowed, roleOf } from './access.ts';
import { type ListArgs, pageOfList, pageQuery, readPage } from './connection.ts';
import type { Body, PeerContext } from './rest.ts';

const organisationOrders: Record<string, string> = {
  CREATED_AT: 'created_at',
  UPDATED_AT: 'updated_at',
  BRAND_NAME: 'brandname',
  MODELS: 'models',
  ASSESSMENTS: 'assessments',
  ASSESSORS: 'assessors',
  AUDITEES: 'auditees',
};
const noLimit = (limit: number) => (limit < 0 ? null : limit);
const may = (action: Action) => (organisation: Body, _args: object, context: PeerContext) =>
  isAllowed(context, action, organisation.id);
const detail = async (id: unknown, { get }: PeerContext) => (await get(`/consoles/org_detail?org_id=${id}`)).org;
const details = ({ id }: Body, { post }: PeerContext) => post('/consoles/specific_org_details', { org_id: id });
const file = (stored: Body) => stored && { name: stored.file_name, url: stored.url };

async function organisationPage(_root: unknown, args: ListArgs, { get }: PeerContext) {
  const { filter, search, orderBy, first, offset } = args;
  const list = (filter?.states ?? ['ACTIVE']).includes('ACTIVE') ? 'active' : 'disable';
  const parameters = pageQuery({
    search,
    [`${list}_order_by`]: orderBy && organisationOrders[orderBy.field],
    [`${list}_direction`]: orderBy?.direction.toLowerCase(),
    [`${list}_limit`]: first,
    [`${list}_offset`]: offset ?? 0,
    [`${list === 'active' ? 'disable' : 'active'}_limit`]: 0,
  });
  const body = await get(`/consoles/org_list?${parameters}`);
  return readPage(body[`${list}_orgs`], body[`${list}_count`], args);
}

async function seniorManagement({ id }: Body, _args: object, { get }: PeerContext) {
  const { active_users } = await get(`/consoles/active_user_list?org_id=${id}&include_current_user=true`);
  return seniorPosts.map((post) => ({
    designation: { id: post.id, label: post.label },
    required: post.id === requiredSeniorPost,
    holder: active_users.find(({ designation }: Body) => designation === post.id || designation === post.label),
  }));
}

async function assessmentPage(organisation: Body, args: ListArgs, context: PeerContext) {
  const { asmts } = await details(organisation, context);
  const texts = (row: Body) => [row.title, row.model_title, row.assessor_name, row.auditee_name];
  return pageOfList(asmts, args, texts, ({ created_at }) => created_at);
}

export const organisationResolvers = {
  Query: {
    viewer: async (_root: unknown, _args: object, context: PeerContext) => ({ user: await currentUser(context) }),
    organisation: (_root: unknown, { id }: { id: string }, context: PeerContext) => detail(id, context),
    organisations: organisationPage,
    assessment: async (_root: unknown, { id }: { id: string }, { post }: PeerContext) =>
      (await post('/consoles/asmt_detail', { asmt_id: Number(id) })).asmt_detail,
  },
  Viewer: {
    organisation: ({ user }: Body, _args: object, context: PeerContext) => detail(user.ent_org_id, context),
    can({ user }: Body) {
      const mayDo = (action: Action) => scopeOf({ role: roleOf(user) }, action) !== null;
      return {
        listOrganisations: mayDo('organisations:list'),
        createOrganisation: mayDo('organisations:create'),
        editOwnOrganisation: mayDo('organisations:edit'),
        onboardOrganisation: user.ent_org_id === null,
        viewUsers: mayDo('users:view'),
        manageUsers: mayDo('users:create'),
        viewSso: mayDo('sso:view'),
        editSso: mayDo('sso:edit'),
        viewMappings: mayDo('mappings:view'),
        inviteOrganisations: mayDo('mappings:invite'),
        inviteExternalUsers: mayDo('users:inviteExternal'),
        viewApiKeys: mayDo('keys:view'),
        viewOwnActivity: mayDo('audit:view'),
        viewActivity: scopeOf({ role: roleOf(user) }, 'audit:view') === 'any',
        mapExternalUsers: mayDo('users:mapExternal'),
      };
    },
    modules: ({ user }: Body) =>
      suiteModules
        .filter((one) => one.moduleId !== 'console')
        .filter((one) => !('isAdmin' in one) || scopeOf({ role: roleOf(user) }, 'modules:controller') !== null)
        .map(({ moduleId, label }) => ({ id: moduleId, label, origin: moduleOrigin(moduleId) })),
  },
  Organisation: {
    brandName: ({ brandname }: Body) => brandname,
    legalName: ({ legalname }: Body) => legalname,
    emailDomains: ({ email_domain }: Body) => email_domain?.split(',').map((domain: string) => domain.trim()) ?? [],
    logo: ({ logo }: Body) => file(logo),
    icon: ({ icon }: Body) => file(icon),
    userLimit: ({ user_limit }: Body) => noLimit(user_limit),
    userLimitText: ({ user_limit_text }: Body) => user_limit_text,
    state: ({ is_disabled }: Body) => (is_disabled ? 'DISABLED' : 'ACTIVE'),
    createdAt: ({ created_at }: Body) => created_at,
    updatedAt: ({ updated_at }: Body) => updated_at,
    organiser: ({ organizer }: Body) => organizer,
    organiserCandidates: async ({ id }: Body, _args: object, { get }: PeerContext) =>
      (await get(`/consoles/org_organiser_list?org_id=${id}`)).organiser_list,
    seniorManagement,
    counts: (body: Body) => ({
      pendingAssessments: body.pending_asmts_count,
      completedAssessments: body.complete_asmts_count,
      assessments: body.total_asmts_count,
      models: body.models_count,
      assessors: body.auditors_count,
      auditees: body.auditees_count,
    }),
    assessments: assessmentPage,
    models: async (organisation: Body, _args: object, context: PeerContext) =>
      (await details(organisation, context)).subscribed_models
        .toSorted((one: Body, other: Body) => other.created_at.localeCompare(one.created_at))
        .map(({ title, created_at }: Body) => ({ title, allocatedAt: created_at })),
    async sso({ id }: Body, _args: object, { get }: PeerContext) {
      const { sso } = await get(`/consoles/get_sso?org_id=${id}`);
      return sso && { id, clientId: sso.client_id, tenantId: sso.tenant_id, secretSet: sso.client_secret != null };
    },
    config: ({ id, config }: Body) => ({
      id,
      notificationFrequency: config.notification_frequency,
      otpRequired: config.otp_required,
      userLimit: noLimit(config.user_limit),
    }),
    viewerCanEdit: may('organisations:edit'),
    viewerCanEnable: (organisation: Body, _args: object, context: PeerContext) =>
      Boolean(organisation.is_disabled) && isAllowed(context, 'organisations:enable', organisation.id),
    viewerCanDisable: async (organisation: Body, _args: object, context: PeerContext) =>
      !organisation.is_disabled &&
      (await isAllowed(context, 'organisations:disable', organisation.id)) &&
      (await currentUser(context)).ent_org_id !== organisation.id,
    viewerCanChangeOrganiser: may('organisations:changeOrganiser'),
    viewerCanNominate: may('organisations:nominate'),
    viewerCanViewMappings: may('mappings:view'),
    viewerCanInviteOrganisations: (organisation: Body, _args: object, context: PeerContext) =>
      !organisation.is_disabled && isAllowed(context, 'mappings:invite', organisation.id),
    viewerCanViewSso: may('sso:view'),
    viewerCanEditSso: may('sso:edit'),
    viewerCanEditConfig: may('config:edit'),
    viewerCanViewApiKeys: may('keys:view'),
    viewerCanViewActivity: may('audit:view'),
    viewerCanViewInvitations: may('users:view'),
    viewerCanViewAssessments: may('assessments:view'),
  },
  Facility: { registeredAddress: ({ registered_address }: Body) => registered_address },
  Assessment: {
    modelTitle: ({ model_title }: Body) => model_title,
    auditType: ({ audit_type }: Body) => audit_type,
    status: ({ audit_status }: Body) => audit_status,
    assessorName: ({ assessor_name }: Body) => assessor_name,
    auditeeName: ({ auditee_name }: Body) => auditee_name,
    startDate: ({ start_date }: Body) => start_date,
    endDate: ({ end_date }: Body) => end_date,
    actualStartDate: ({ actual_start_date }: Body) => actual_start_date,
    actualEndDate: ({ actual_end_date }: Body) => actual_end_date,
    createdAt: ({ created_at }: Body) => created_at,
    progress: ({ asmt_status_details }: Body) => ({
      responsePending: asmt_status_details.response_pending_count,
      responseCompleted: asmt_status_details.response_completed_count,
      evaluationPending: asmt_status_details.evaluation_pending_count,
      evaluationCompleted: asmt_status_details.evaluation_completed_count,
      totalControls: asmt_status_details.total_cntrls_count,
    }),
    overdue: ({ end_date, audit_status }: Body) =>
      end_date !== null && Date.parse(end_date) < Date.now() && audit_status !== 'Completed',
    editUrl: ({ guid, id }: Body) => `${moduleOrigin('auditor')}/A/${guid ?? id}/edit`,
    viewerCanChangeStatus: (_assessment: Body, _args: object, context: PeerContext) =>
      isAllowed(context, 'assessments:changeStatus', ''),
  },
};
