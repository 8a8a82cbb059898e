import type { OrgName, UserName } from '@console/platform/testing/fixtures';
import type { TestSystem } from './system.ts';

const row = `cursor node { id state customer { id brandName } vendor { id brandName } requester { id name email } mappedUser { id }
  createdAt updatedAt } counterpart { id brandName } requestedByOrganisation organiser { name email } at action statusText
  acceptBlock viewerCanAccept viewerCanReject viewerCanEnd viewerCanWithdraw takesReason`;
const person = `externalUser { id state at viewerCanEditPerson viewerCanMap viewerCanReject viewerCanRemove viewerCanWithdraw takesReason acceptBlock homeOrganisation { id brandName } user { id email fullName } }`;

/** The operations of mappings, which select all fields of the response except the organisation. */
export const invitationDocument = `query Invitation($email: String!, $organisationId: ID) {
  organisationInvite(email: $email, organisationId: $organisationId) { state message organisation { id brandName } }
}`;
export const externalUserDocument = `query Person($userId: ID!, $organisationId: ID) {
  ${person.replace('externalUser', 'externalUser(userId: $userId, organisationId: $organisationId)')}
}`;
export const inviteOrganisationDocument = `mutation Invite($email: String!, $organisationId: ID, $modules: [ID!]) {
  inviteOrganisation(email: $email, organisationId: $organisationId, modules: $modules) { edge { ${row} } }
}`;
export const inviteExternalUserDocument = `mutation Invite($email: String!, $organisationId: ID, $modules: [ID!]) {
  inviteExternalUser(email: $email, organisationId: $organisationId, modules: $modules) { state message ${person} }
}`;
export const acceptDocument = `mutation Accept($organisationId: ID!, $id: ID!) {
  acceptMapping(organisationId: $organisationId, id: $id) { edge { ${row} } }
}`;
const mappingWithReason = (name: string) => `mutation Stop($organisationId: ID!, $id: ID!, $reason: String) {
  ${name}(organisationId: $organisationId, id: $id, reason: $reason) { edge { ${row} } }
}`;
export const rejectDocument = mappingWithReason('rejectMapping');
const asInput = (document: string) =>
  document.replace(/(\w+): \$\w+, (\w+): \$\w+, reason: \$reason/, 'input: { $1: $$$1, $2: $$$2, reason: $$reason }');
export const endDocument = asInput(mappingWithReason('endMapping'));
export const withdrawDocument = asInput(mappingWithReason('withdrawMapping'));
export const mapExternalUserDocument = `mutation Map($input: MapExternalUserInput!) { mapExternalUser(input: $input) { ${person} } }`;

const externalUserWithReason = (name: string) => `mutation Stop($userId: ID!, $organisationId: ID, $reason: String) {
  ${name}(userId: $userId, organisationId: $organisationId, reason: $reason) { ${person} }
}`;
export const rejectExternalUserDocument = externalUserWithReason('rejectExternalUser');
export const removeExternalUserDocument = asInput(externalUserWithReason('removeExternalUser'));
export const withdrawExternalUserDocument = asInput(externalUserWithReason('withdrawExternalUser'));

/** An organisation's mappings, and its external users, with the arguments given. */
export const mappingsDocument = (args = '', fields = `edges { ${row} }`): string =>
  `query($id: ID!) { organisation(id: $id) { mappings${args} { ${fields} totalCount pageInfo { hasNextPage hasPreviousPage startIndex endCursor } } } }`;
export const externalUsersDocument = (args = ''): string =>
  `query($id: ID!) { organisation(id: $id) { externalUsers${args} { nodes ${person.slice('externalUser '.length)} totalCount } } }`;

/** The calls that operations of mappings make. */
export const mapPaths = {
  me: '/tasks/api_user_detail',
  organisation: '/consoles/org_detail',
  who: '/consoles/check_if_org_usr_exists',
  exists: '/consoles/mapping_exists',
  userExists: '/consoles/user_mapping_exists',
  invite: '/consoles/invite_user',
  inviteInto: '/consoles/external_org_invite_user',
  users: '/consoles/accepcted_pending_user_list',
  usersOf: '/consoles/ext_org_accepcted_pending_user_list',
  accepted: '/consoles/accepcted_org_list',
  pending: '/consoles/pending_org_list',
  listsOf: '/consoles/specific_pen_acc_org_list',
  answer: '/consoles/activate_deactivate',
  user: '/consoles/get_user_detail_by_id',
  update: '/consoles/update_org_user',
} as const;

/** Valid details of a user who was only invited; overrides replace fields. */
export const goodDetails = (more: object = {}) => ({
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ignored@new.example',
  designation: 'Analyst',
  supervisorEmail: 'adm@a.example',
  department: 'Legal',
  roleId: '5',
  ...more,
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** Requests a mapping between two organisations; returns its id. */
export async function addMapping(
  { platform }: TestSystem,
  asking: UserName,
  asked: UserName,
  more: {
    activated?: boolean | null;
    status?: string | null;
    customer?: OrgName;
    vendor?: OrgName;
    days?: number;
  } = {},
): Promise<string> {
  const { activated = null, status = 'Pending', customer = 'A', vendor = 'B', days = 1 } = more;
  const { ent_org_id } = await platform.db
    .selectFrom('ent_usr')
    .select('ent_org_id')
    .where('id', '=', platform.users[asking].id)
    .executeTakeFirstOrThrow();
  const row = {
    vendor_id: platform.orgs[vendor],
    customer_id: platform.orgs[customer],
    activated,
    status,
    requested_by_org_id: ent_org_id ?? 0,
    requester_id: platform.users[asking].id,
    mapped_user_id: platform.users[asked].id,
    created_at: day(days),
    updated_at: day(days + 100),
  };
  const { id } = await platform.db.insertInto('org_mapping').values(row).returning('id').executeTakeFirstOrThrow();
  return String(id);
}

/** An invited user. */
export async function addExternalUser(
  { platform }: TestSystem,
  user: UserName,
  into: OrgName,
  activated: boolean | null = null,
): Promise<void> {
  const row = {
    ent_usr_id: platform.users[user].id,
    mapped_org_id: platform.orgs[into],
    activated,
    requester_id: null,
    created_at: day(1),
    updated_at: day(2),
  };
  await platform.db.insertInto('user_mapping').values(row).execute();
}

/** A mapping of A or B with M, in the state that the given mutation needs; returns its id. */
export const addMappingFor = (system: TestSystem, name: string, own: 'A' | 'B'): Promise<string> => {
  const organiser = own === 'A' ? 'orgA' : 'orgB';
  if (name === 'withdrawMapping') return addMapping(system, organiser, 'mfaA', { customer: own, vendor: 'M' });
  const accepted = name === 'endMapping' ? { activated: true, status: 'Accepted' } : {};
  return addMapping(system, 'mfaA', organiser, { customer: 'M', vendor: own, ...accepted });
};
