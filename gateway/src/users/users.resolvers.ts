import { type PersonTextField, personFields, personTextFields } from '@console/contract/fields/person-fields';
import { authorizedRead, authorizeForUser, readAllowedOrganisation, readAllowedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { selectsField } from '../core/selects-field.ts';
import type { OrganisationUsersArgs, Resolvers } from '../generated/resolvers-types.ts';
import { connectionOf, type UserConnectionParent, windowOf } from '../product-api/paging.ts';
import { toRole } from '../product-api/reads.ts';
import {
  boolOf,
  idOf,
  isoTimeOf,
  nameOrEmailOf,
  recordOf,
  roleOf,
  textOf,
  type UserBody,
} from '../product-api/shape.ts';
import { Responders } from '../specified/responders.ts';
import { allowFactorFilter, readSecondFactors, showsSecondFactors } from '../specified/second-factors.ts';
import { readDuties } from '../specified/user-duties.ts';
import { requireKnownRoles } from '../specified/user-filter.ts';
import { readActiveUserCount } from '../specified/user-limit.ts';
import { answersLastSignIn, isInvited } from '../specified/users.ts';
import { allUsersPage } from './all-users.ts';
import { userList } from './user-list.ts';

const textResolvers = Object.fromEntries(
  personTextFields.map((field) => [personFields[field].name, (user: UserBody) => textOf(user[field])]),
) as Record<(typeof personFields)[PersonTextField]['name'], (user: UserBody) => string | null>;

export const usersResolvers: Resolvers = {
  Query: {
    user: (_root, { id }, { api }) => readAllowedUser(api, String(id)),
    // For several organisations, requires a role with access to all of them.
    users: (_root, args, context) => authorizedRead(context.api, 'users:list', '', allUsersPage(args, context)),
  },

  Organisation: {
    users({ id }, args, context, info) {
      const organisationId = idOf(id) ?? '';
      const page = readPage(organisationId, args, context, selectsField(info, 'totalCount'));
      return authorizedRead(context.api, 'users:view', organisationId, page);
    },
    async activeUserCount(organisation, _args, context) {
      const count = readActiveUserCount(context, organisation);
      return authorizedRead(context.api, 'users:view', idOf(organisation.id) ?? '', count);
    },
  },

  UserConnection: {
    hasLastSignIn: (_connection, _args, context) => answersLastSignIn(context),
    hasSecondFactors: ({ organisationId }, _args, context) => showsSecondFactors(context, organisationId),
    responderFailures: async ({ organisationId, hasResponders }, _args, context) =>
      hasResponders ? [] : (await Responders.of(context).read(organisationId)).failures,
  },

  User: {
    id: ({ id }) => idOf(id) ?? '',
    ...textResolvers,
    fullName: (user) => nameOrEmailOf(user) ?? '',
    email: ({ email }) => textOf(email) ?? '',
    role(user) {
      const key = roleOf(user);
      return key && toRole(key, idOf(recordOf(user.role).id) ?? idOf(user.role_id));
    },
    roleKey: (user) => roleOf(user),
    deptLead: ({ dept_lead }) => boolOf(dept_lead),
    status: ({ is_disabled }) => (boolOf(is_disabled) ? 'INACTIVE' : 'ACTIVE'),
    // The organisation's logo comes before the user's own (SPEC 3).
    logoUrl: ({ ent_org, logo_url }, _args, context) =>
      context.fileAddress(recordOf(ent_org).logo_url) ?? context.fileAddress(logo_url),
    organisationId: ({ ent_org_id }) => idOf(ent_org_id),
    organisation({ ent_org_id }, _args, { api }) {
      const id = idOf(ent_org_id);
      return id === null ? null : readAllowedOrganisation(api, id);
    },
    createdAt: ({ created_at }) => isoTimeOf(created_at),
    updatedAt: ({ updated_at }) => isoTimeOf(updated_at),
    lastSignInAt: ({ last_sign_in_at }) => isoTimeOf(last_sign_in_at),
    secondFactors: (user, _args, context) => readSecondFactors(context, user),
    isInvited: (user, _args, context) => isInvited(context, user),
    async duties(user, _args, context) {
      await authorizeForUser(context.api, user, 'users:deactivate');
      return readDuties(context, user);
    },
    async responder(user, _args, context) {
      const lists = Responders.of(context).readFor(user);
      const { users } = await authorizedRead(context.api, 'users:view', idOf(user.ent_org_id) ?? '', lists);
      const id = idOf(user.id) ?? '';
      return {
        continuer: users.continuer?.has(id) ?? null,
        investigator: users.investigator?.has(id) ?? null,
        arc: users.arc?.has(id) ?? null,
      };
    },
  },
};

/** Async, so that an error in the arguments comes after the permission check. */
async function readPage(
  organisationId: string,
  args: Partial<OrganisationUsersArgs>,
  context: Context,
  hasTotal: boolean,
): Promise<UserConnectionParent> {
  await allowFactorFilter(context, args.filter, organisationId);
  const list = userList(organisationId, args, context);
  const window = windowOf(args, list.cursors);
  // The total is needed to know the offset of this page.
  const withoutTotal = !hasTotal && window.offset === 0;
  // Started before other reads, so that the lists of a page are read in one call.
  const read = list.read({ ...window, withoutTotal });
  const [page] = await Promise.all([read, requireKnownRoles(context, args.filter)]);
  const { hasResponders } = page;
  return Object.assign(connectionOf(page, window, list.cursors), { organisationId, hasResponders });
}
