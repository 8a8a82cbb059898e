import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { idOf, recordOf, roleOf, textOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { externalUserIn } from '../specified/external-user-row.ts';
import type { CheckInput } from './check-client.ts';

export type CheckInputValues = Partial<
  Record<
    'key' | 'email' | 'userId' | 'organisationId' | 'otherOrganisationId' | 'externalUserId' | 'assessmentId',
    string
  >
>;

export const inputValueLabels: Record<keyof CheckInputValues, string> = {
  key: 'a valid key',
  email: 'an email',
  userId: 'a user',
  organisationId: 'an organisation',
  otherOrganisationId: 'another organisation',
  externalUserId: 'an external user',
  assessmentId: 'an assessment',
};

type Response = Readonly<Record<string, unknown>>;
type FoundValues = { [K in keyof CheckInputValues]: CheckInputValues[K] | null };

export interface ApiCheck {
  call: Call;
  /** Inputs without which the call is skipped. */
  needs: readonly (keyof CheckInputValues)[];
  input?: (values: Required<CheckInputValues>) => CheckInput;
  without: string;
  isVital?: boolean;
  anyPart?: boolean;
  finds?: (response: Response, values: CheckInputValues) => FoundValues;
  lacks?: (response: Response) => string[];
}

const own = ({ organisationId }: Required<CheckInputValues>) => ({ org_id: toWireId(organisationId) });
const other = ({ otherOrganisationId }: Required<CheckInputValues>) => ({ org_id: toWireId(otherOrganisationId) });

const ownOrganisation = {
  needs: ['key', 'organisationId'],
  input: (values: Required<CheckInputValues>) => ({ query: own(values) }),
} as const;
const withKey = { needs: ['key'] } as const;
const open = { needs: [] } as const;
const responders = 'responders are not recognised: they can be deactivated';

const rowsIn = (...lists: unknown[]): Response[] => lists.flat().map(recordOf);

const partiesOf = (rows: unknown, { organisationId }: CheckInputValues): FoundValues => ({
  otherOrganisationId: rowsIn(rows)
    .flatMap(({ vendor, vendor_id, customer, customer_id }) => [
      idOf(vendor_id) ?? idOf(recordOf(vendor).id),
      idOf(customer_id) ?? idOf(recordOf(customer).id),
    ])
    .find((id) => id !== null && id !== organisationId),
});

/** The check of the email, the first call of a sign-in. */
export const multiFactorCheck: ApiCheck = {
  call: calls.isMultiFactorEnabled,
  needs: ['email'],
  input: ({ email }) => ({ body: { user_email: email } }),
  without: 'no user can sign in',
  isVital: true,
  anyPart: true,
};

/** Read calls in order: those that provide ids come first. */
export const readCallChecks: readonly ApiCheck[] = [
  {
    call: calls.apiUserDetail,
    ...withKey,
    input: ({ key }) => ({ body: { task: { api_key: key } } }),
    without: 'every page: no user counts as signed in',
    isVital: true,
    finds: ({ user }) => {
      const { id, email, ent_org_id } = recordOf(user);
      return { userId: idOf(id), email: textOf(email), organisationId: idOf(ent_org_id) };
    },
    lacks: ({ user }) => (roleOf(recordOf(user) as UserBody) === null ? ['user.role'] : []),
  },
  multiFactorCheck,
  {
    call: calls.orgList,
    ...withKey,
    without: 'the organisations page',
    finds: ({ active_orgs, disable_orgs }, values) => {
      const ids = rowsIn(active_orgs, disable_orgs).map(({ id }) => idOf(id));
      const organisationId = values.organisationId ?? ids.find((id) => id !== null);
      return { organisationId, otherOrganisationId: ids.find((id) => id !== null && id !== organisationId) };
    },
  },
  { call: calls.orgDetail, ...ownOrganisation, without: 'every page of an organisation', isVital: true },
  {
    call: calls.getOrganiser,
    ...ownOrganisation,
    input: (values) => ({ body: own(values) }),
    without: 'the organiser, where organisations have no `organizer`',
  },
  { call: calls.orgOrganiserList, ...ownOrganisation, without: 'changing the organiser' },
  {
    call: calls.activeUserList,
    ...ownOrganisation,
    input: (values) => ({ query: { ...own(values), include_current_user: 'true' } }),
    without: 'the users page, creating users and senior management',
    isVital: true,
    finds: ({ active_users }) => ({ userId: idOf(rowsIn(active_users)[0]?.id) }),
  },
  { call: calls.inactiveUserList, ...ownOrganisation, without: 'the list of inactive users' },
  {
    call: calls.getUserDetailById,
    needs: ['key', 'userId'],
    input: ({ userId }) => ({ query: { user_id: toWireId(userId) } }),
    without: "a user's page, and every change of a user",
    isVital: true,
  },
  {
    call: calls.checkIfOrgUsrExists,
    needs: ['key', 'email'],
    input: ({ email }) => ({ body: { user: { email } } }),
    without: 'inviting organisations and external users',
  },
  { call: calls.conDeptResponders, ...withKey, without: responders },
  { call: calls.incDeptResponders, ...withKey, without: responders },
  { call: calls.taskDeptResponders, ...withKey, without: responders },
  {
    call: calls.accepctedOrgList,
    ...withKey,
    without: "the mappings of the caller's organisation",
    finds: ({ accepted_org_list }, values) => partiesOf(accepted_org_list, values),
  },
  {
    call: calls.pendingOrgList,
    ...withKey,
    without: "the mapping requests of the caller's organisation",
    finds: ({ pending_org_list }, values) => partiesOf(pending_org_list, values),
  },
  {
    call: calls.accepctedPendingUserList,
    ...withKey,
    without: "the external users of the caller's organisation",
    finds: ({ accepted_pending_user_list }) => {
      const [row] = rowsIn(accepted_pending_user_list);
      return { externalUserId: idOf(externalUserIn(row)?.id) };
    },
  },
  {
    call: calls.specificPenAccOrgList,
    needs: ['key', 'otherOrganisationId'],
    input: (values) => ({ query: other(values) }),
    without: 'the mappings of other organisations',
  },
  {
    call: calls.extOrgAccepctedPendingUserList,
    needs: ['key', 'otherOrganisationId'],
    input: ({ otherOrganisationId }) => ({ query: { ext_org_id: toWireId(otherOrganisationId) } }),
    without: 'the external users of other organisations',
  },
  {
    call: calls.mappingExists,
    needs: ['key', 'organisationId', 'otherOrganisationId'],
    input: ({ organisationId, otherOrganisationId }) => ({
      body: { vendor_id: toWireId(otherOrganisationId), customer_id: toWireId(organisationId) },
    }),
    without: 'inviting organisations',
  },
  {
    call: calls.userMappingExists,
    needs: ['key', 'organisationId', 'externalUserId'],
    input: ({ externalUserId, organisationId }) => ({
      body: { ent_usr_id: toWireId(externalUserId), mapped_org_id: toWireId(organisationId) },
    }),
    without: 'inviting and accepting external users',
  },
  { call: calls.getSso, ...ownOrganisation, without: 'the single sign-on tab' },
  {
    call: calls.specificOrgDetails,
    ...ownOrganisation,
    input: (values) => ({ body: own(values) }),
    without: 'the assessments and models tabs',
    finds: ({ asmts }) => ({ assessmentId: idOf(rowsIn(asmts)[0]?.id) }),
  },
  {
    call: calls.asmtDetail,
    needs: ['key', 'assessmentId'],
    input: ({ assessmentId }) => ({ body: { asmt_id: toWireId(assessmentId) } }),
    without: "an assessment's page",
  },
  { call: calls.asmtStatusList, ...withKey, without: 'changing the status of an assessment' },
  { call: calls.notificationFrequencyList, ...withKey, without: 'changing the configuration' },
  { call: calls.subscribedGrcModules, ...withKey, without: 'choosing modules in invitations' },
  { call: calls.moduleRoleList, ...open, without: 'creating and changing users' },
  { call: calls.departmentList, ...open, without: 'the departments in user forms' },
  { call: calls.designationList, ...open, without: 'the designations in user forms, and senior management' },
  { call: calls.countryCodeList, ...open, without: 'the dialling codes in user forms' },
  { call: calls.industryList, ...open, without: 'the industries in organisation forms' },
  { call: calls.countryList, ...open, without: 'the countries in organisation forms' },
];
