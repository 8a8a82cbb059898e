import { posts } from './posts.ts';
import { role } from './roles.ts';
import { type Answer, backgroundOperations, type Call, type Gateway } from './script.ts';

export const organisation = {
  __typename: 'Organisation',
  id: '7',
  brandName: 'Demo',
  legalName: 'Demo Ltd',
  industry: 'Finance',
  emailDomains: ['demo.example', 'demo.test'],
  timeZone: 'UTC',
  website: 'https://demo.example/about',
  userLimitText: '25',
  userLimit: 25 as number | null,
  activeUserCount: 3 as number | null,
  viewerCanCreateUsers: true,
  viewerCanUploadUsers: true,
  viewerCanInviteUsers: true,
  viewerCanViewMappings: true,
  viewerCanInviteOrganisations: true,
  viewerCanEdit: true,
  viewerCanEnable: true,
  viewerCanDisable: false,
  viewerCanChangeOrganiser: true,
  viewerCanNominate: true,
  viewerCanViewAssessments: true,
  attention: null as object[] | null,
  viewerCanViewOverview: false,
  viewerCanViewSso: true,
  viewerCanViewApiKeys: true,
  viewerCanManageWebhooks: true,
  viewerCanManageProvisioning: false,
  viewerCanViewAccessReviews: false,
  viewerCanStartAccessReview: false,
  webhooks: [] as object[] | null,
  viewerCanCreateApiKeys: true,
  apiKeyRoles: [] as object[],
  organisationApiKeys: [] as object[] | null,
  viewerCanViewActivity: true,
  viewerCanSetAuditRetention: true,
  auditRetentionDays: 1095 as number | null,
  viewerCanSetSignInRetention: true,
  signInRetentionDays: null as number | null,
  viewerCanEditSso: true,
  viewerCanActivateSso: true,
  singleSignOnRedirectUrl: null,
  viewerCanVerifySsoDomains: false,
  singleSignOn: null as object | null,
  signInRules: null as object | null,
  allowedAddresses: null as object | null,
  viewerCanEditConfig: true,
  createdAt: '2026-11-01T09:30:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
  state: 'ACTIVE',
  logo: { __typename: 'StoredFile', name: 'logo.png', url: '/files/AAAAAAAAAAAAAAAAAAAAAA' },
  icon: null as object | null,
  counts: null as object | null,
  organiser: {
    __typename: 'User',
    id: '3',
    fullName: 'Olga Organiser',
    email: 'organiser@demo.example',
    status: 'ACTIVE',
    isInvited: false as boolean | null,
  },
  facility: {
    __typename: 'Facility',
    pin: '560001',
    country: 'India',
    state: 'Karnataka',
    city: 'Bengaluru',
    registeredAddress: '1 Residency Road',
  },
  seniorManagement: posts() as ReturnType<typeof posts> | null,
};

const can = {
  viewUsers: true,
  manageUsers: true,
  viewSso: true,
  listOrganisations: true,
  createOrganisation: true,
  editOwnOrganisation: true,
  onboardOrganisation: false,
  viewMappings: true,
  inviteOrganisations: true,
  inviteExternalUsers: true,
  mapExternalUsers: true,
  viewApiKeys: true,
  viewActivity: true,
  viewOwnActivity: true,
  viewOverview: false,
  viewEmailDelivery: false,
};

export const modules = ['Documenter', 'Auditor', 'Remediator'].map((label) => ({
  __typename: 'Module',
  id: label.toLowerCase(),
  label,
  origin: `https://${label.toLowerCase()}.suite.example` as string | null,
}));

export const viewer = {
  __typename: 'Viewer',
  pendingItemCount: null as number | null,
  pendingEmails: null as object | null,
  user: {
    __typename: 'User',
    id: '1',
    fullName: 'Ada Admin',
    email: 'admin@demo.example',
    lastName: 'Admin' as string | null,
    designation: 'Manager' as string | null,
    logoUrl: organisation.logo.url as string | null,
    organisationId: organisation.id as string | null,
    role: role('11', 'ADMINISTRATOR', 'Administrator', 1) as ReturnType<typeof role> | null,
  },
  organisation: organisation as typeof organisation | null,
  can: { __typename: 'ViewerPermissions', ...can },
  firstSteps: null as object | null,
  hasBulkActions: true,
  hasUserFileUpdates: true,
  requiredFactor: null as object | null,
  clientAddress: null as string | null,
  providerSignOut: null as object | null,
  modules,
};

/** The part of every page's response about the signed-in user. */
export const pageOf = (who: typeof viewer): Answer => ({ data: { viewer: who } });

/** The response to a sign-in without a second factor. */
export const signedIn = { data: { login: { __typename: 'LoginSuccess' } } };

export const failing = (code: string, message: string, more: Record<string, unknown> = {}): Answer => ({
  data: null,
  errors: [{ message, extensions: { code, requestId: 'req-1', ...more } }],
});

type Scripted = (call: Call) => Answer | Response | Promise<Answer | Response>;

/** A response that is computed at each call. (A separate function: the linter takes a function under a capitalised key for a component.) */
export const asked = (answer: Scripted): Scripted => answer;

/** Responses of a gateway by operation. */
export type Answers = Record<string, Answer | Scripted>;

/** The page that a test opens, changes to its organisation, and additional responses. */
export interface Start {
  path?: string;
  changes?: object;
  answers?: Answers;
}

/** Responses that most tests do not script. */
const defaultResponses: Answers = {
  [backgroundOperations.supervisor]: ({ variables: { organisationId: id } }) => ({
    data: { organisation: { __typename: 'Organisation', id, users: null } },
  }),
  PermissionGuard: pageOf(viewer),
  [backgroundOperations.invitations]: ({ variables }) => ({
    data: {
      organisation: {
        __typename: 'Organisation',
        id: variables.id,
        invitations: { __typename: 'InvitationConnection', totalCount: 0 },
      },
    },
  }),
  useChangedRole: pageOf(viewer),
  [backgroundOperations.unsentEmails]: { data: { viewer: { ...viewer, unsentEmails: null } } },
  [backgroundOperations.singleSignOn]: { data: { singleSignOn: false } },
  [backgroundOperations.confirmation]: { data: { viewer: { __typename: 'Viewer', confirmationMethods: null } } },
  [backgroundOperations.bulkActions]: { data: { recentBulkJobs: [] } },
  UserPageDetails: ({ variables }) => ({
    data: {
      user: {
        __typename: 'User',
        id: variables.id,
        ...(variables.withDuties ? { duties: null } : {}),
        ...(variables.withSecurity
          ? {
              fullName: 'Jane Doe',
              secondFactors: null,
              security: null,
              viewerCanEndSessions: true,
            }
          : {}),
      },
    },
  }),
  UserInvitation: ({ variables }) => ({ data: { user: { __typename: 'User', id: variables.id, invitation: null } } }),
};

/**
 * A gateway that responds to operations by name. An operation without a script fails the test, except the default ones. The viewer has all
 * permissions.
 */
export const gatewayOf =
  (answers: Answers): Gateway =>
  (call) => {
    const answer = answers[call.name] ?? defaultResponses[call.name];
    if (!answer) throw new Error(`no answer scripted for ${call.name}`);
    return typeof answer === 'function' ? answer(call) : answer;
  };
