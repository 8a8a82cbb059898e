import type { Action } from '../../contract/src/access.ts';
import { currentUser, isAllowed, isAllowedForUser, toRole } from './access.ts';
import { type ListArgs, pageOfList, pageQuery, readPage } from './connection.ts';
import type { Body, PeerContext } from './rest.ts';

const userOrders: Record<string, string> = { NAME: 'name', EMAIL: 'email', DEPARTMENT: 'department', ROLE: 'role' };

const toggle = (action: Action, disabled: boolean) => (user: Body, _args: object, context: PeerContext) =>
  Boolean(user.is_disabled) === disabled && isAllowedForUser(context, action, user, false);
const inActive = (action: Action) => (organisation: Body, _args: object, context: PeerContext) =>
  !organisation.is_disabled && isAllowed(context, action, organisation.id);
const isListed = async ({ id }: Body, path: string, { get }: PeerContext) =>
  (await get(path)).dept_responders.some((row: Body) => row.ent_usr_id === id);

async function userPage({ id }: Body, args: ListArgs, { get }: PeerContext) {
  const { filter, search, orderBy, first, offset } = args;
  const active = filter?.status === 'ACTIVE';
  const parameters = pageQuery({
    search,
    order_by: orderBy && userOrders[orderBy.field],
    direction: orderBy?.direction.toLowerCase(),
    limit: first,
    offset: offset ?? 0,
    role_id: filter?.roleIds,
    department: filter?.departments,
    responder: filter?.responder,
  });
  const path = active ? 'active_user_list?include_current_user=true&' : 'inactive_user_list?';
  const body = await get(`/consoles/${path}org_id=${id}&${parameters}`);
  return readPage(active ? body.active_users : body.inactive_users, body.total_count, args);
}

/** The state of a mapping's answer. */
export const stateOf = ({ activated }: Body) => (activated ? 'ACCEPTED' : activated === false ? 'REJECTED' : 'PENDING');

async function toExternalUser(row: Body, user: Body, organisationId: unknown, context: PeerContext) {
  const state = stateOf(row);
  const home = row.home_org ?? row.vendor;
  const requester = row.requester?.id ?? row.requester_id;
  const mayMap = (await isAllowed(context, 'users:mapExternal', organisationId)) && state === 'PENDING';
  const own = requester != null && requester === (await currentUser(context)).id;
  const disabled = user.is_disabled ? 'USER_INACTIVE' : own ? 'OWN_INVITATION' : null;
  const acceptBlock = mayMap ? (home?.is_disabled ? 'ORGANISATION_DISABLED' : disabled) : null;
  const isNew = user.ent_org_id == null && (user.role == null || !user.firstname);
  return {
    id: `${organisationId}:${user.id}`,
    user,
    homeOrganisation: home && { id: home.id, brandName: home.brandname },
    state,
    at: row.updated_at,
    acceptBlock,
    viewerCanMap: mayMap && acceptBlock === null,
    viewerCanReject: mayMap,
    viewerCanEditPerson: mayMap && acceptBlock === null && isNew,
  };
}

async function externalUserPage({ id }: Body, args: ListArgs, context: PeerContext) {
  const own = (await currentUser(context)).ent_org_id === id;
  const other = `/consoles/ext_org_accepcted_pending_user_list?ext_org_id=${id}`;
  const body = await context.get(own ? '/consoles/accepcted_pending_user_list' : other);
  const rows: Body[] = await Promise.all(
    body.accepted_pending_user_list.map((row: Body) => toExternalUser(row, row.user, id, context)),
  );
  const texts = ({ user, homeOrganisation }: Body) => [fullName(user), user.email, homeOrganisation?.brandName];
  return pageOfList(rows, args, texts, ({ at }) => at);
}

const fullName = ({ firstname, lastname, email }: Body) => [firstname, lastname].filter(Boolean).join(' ') || email;

export const userResolvers = {
  Query: {
    user: async (_root: unknown, { id }: { id: string }, { get }: PeerContext) =>
      (await get(`/consoles/get_user_detail_by_id?user_id=${id}`)).user,
    async externalUser(_root: unknown, args: { userId: string; organisationId?: string }, context: PeerContext) {
      const organisationId = args.organisationId ?? String((await currentUser(context)).ent_org_id);
      const body = { ent_usr_id: Number(args.userId), mapped_org_id: Number(organisationId) };
      const [{ mapping }, { user }] = await Promise.all([
        context.post('/consoles/user_mapping_exists', body),
        context.get(`/consoles/get_user_detail_by_id?user_id=${args.userId}`),
      ]);
      return toExternalUser(mapping, user ?? mapping.mapped_user, organisationId, context);
    },
  },
  Organisation: {
    users: userPage,
    externalUsers: externalUserPage,
    activeUserCount: async ({ id, active_users_count }: Body, _args: object, { get }: PeerContext) =>
      active_users_count ?? (await get(`/consoles/active_user_list?org_id=${id}`)).active_users.length,
    viewerCanCreateUsers: inActive('users:create'),
    viewerCanUploadUsers: inActive('users:upload'),
    viewerCanInviteUsers: inActive('users:inviteExternal'),
  },
  UserConnection: { responderFailures: () => [], hasLastSignIn: () => true },
  User: {
    firstName: ({ firstname }: Body) => firstname,
    lastName: ({ lastname }: Body) => lastname,
    fullName,
    countryCode: ({ country_code }: Body) => country_code,
    role: ({ role }: Body) => toRole(role),
    deptLead: ({ dept_lead }: Body) => dept_lead,
    supervisorEmail: ({ supervisor }: Body) => supervisor,
    department: ({ department_name }: Body) => department_name,
    status: ({ is_disabled }: Body) => (is_disabled ? 'INACTIVE' : 'ACTIVE'),
    logoUrl: ({ ent_org, logo_url }: Body) => ent_org?.logo_url ?? logo_url,
    organisationId: ({ ent_org_id }: Body) => ent_org_id,
    organisation: async ({ ent_org_id }: Body, _args: object, { get }: PeerContext) =>
      ent_org_id === null ? null : (await get(`/consoles/org_detail?org_id=${ent_org_id}`)).org,
    lastSignInAt: ({ last_sign_in_at }: Body) => last_sign_in_at,
    createdAt: ({ created_at }: Body) => created_at,
    updatedAt: ({ updated_at }: Body) => updated_at,
    async responder(user: Body, _args: object, context: PeerContext) {
      const [continuer, investigator, arc] = await Promise.all([
        isListed(user, '/continuers/con_dept_responders', context),
        isListed(user, '/incidents/inc_dept_responders', context),
        isListed(user, '/task_blueprint/task_dept_responders', context),
      ]);
      return { continuer, investigator, arc };
    },
    viewerCanEdit: (user: Body, _args: object, context: PeerContext) =>
      isAllowedForUser(context, 'users:edit', user, true),
    viewerCanViewActivity: ({ ent_org_id }: Body, _args: object, context: PeerContext) =>
      isAllowed(context, 'audit:view', ent_org_id),
    async security({ id }: Body, _args: object, { get }: PeerContext) {
      const { password_changed_at, sessions, devices } = await get(`/consoles/ext/user_security?user_id=${id}`);
      return { passwordChangedAt: password_changed_at, sessions, rememberedDevices: devices };
    },
    // The bench sends the key of an integrator.
    viewerCanEndSessions: () => false,
    viewerCanActivate: toggle('users:activate', true),
    viewerCanDeactivate: toggle('users:deactivate', false),
  },
};
