import type { MutationName } from '@console/contract/mutations';
import { loadSchema } from '../graphql/schema.ts';
import type { TestClient } from './client.ts';
import { activeUsersPath } from './system.ts';

const user = `user { id email firstName lastName fullName designation supervisorEmail department countryCode mobile deptLead status
  organisationId role { key } updatedAt }`;
const whole = `${user} organisation { id activeUserCount }`;

/** A mutation of a user that selects all fields of the response. */
export function userMutationDocument(name: MutationName): string {
  const args = loadSchema().getMutationType()?.getFields()[name]?.args ?? [];
  const variables = args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `mutation(${variables}) { ${name}(${given}) { ${whole} } }`;
}
export const createUserDocument = userMutationDocument('createUser');
export const updateUserDocument = userMutationDocument('updateUser');

/** Selects only the user of a mutation's payload, so that the organisation costs no call. */
export const withoutOrganisation = (document: string): string =>
  document.replace('organisation { id activeUserCount }', '');

/** The product API's ids of the roles in the fixtures. */
export const roleIds = { ADMINISTRATOR: '1', ARCHITECT: '2', ORGANISER: '3', ASSESSOR: '4', AUDITEE: '5' } as const;

/** A valid profile. */
export const goodProfile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  designation: 'Analyst',
  supervisorEmail: 'adm@a.example',
  department: 'Legal',
};

/** A user's form, with valid values by default. */
export const goodUser = {
  ...goodProfile,
  firstName: ' Ada ',
  roleId: roleIds.AUDITEE as string,
  deptLead: true,
  countryCode: '+44',
  mobile: '20 7946-0018',
};

/** The body that the product API gets for this form. */
export const goodWire = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  designation: 'Analyst',
  supervisor: 'adm@a.example',
  department_name: 'Legal',
  role_id: 5,
  dept_lead: true,
  country_code: '+44',
  mobile: '20 7946-0018',
};

/** The calls that mutations of users make. */
export const paths = {
  me: '/tasks/api_user_detail',
  detail: '/consoles/get_user_detail_by_id',
  organisation: '/consoles/org_detail',
  active: activeUsersPath,
  roles: '/centrals/module_role_list',
  create: '/consoles/create_org_user',
  update: '/consoles/update_org_user',
  turn: '/consoles/activate_deactivate_user',
  prove: '/consoles/valid_password',
  responders: [
    '/continuers/con_dept_responders',
    '/incidents/inc_dept_responders',
    '/task_blueprint/task_dept_responders',
  ],
} as const;

/** Sends a mutation of a user's status, and selects all fields of the response. */
export const stateMutation =
  (name: MutationName) =>
  (tab: TestClient, id: number | string, currentPassword?: string, headers = {}) =>
    tab.graphql(userMutationDocument(name), { id, currentPassword }, headers);
