import { z } from 'zod';
import { defineCalls, defineExtensionCalls, type ExtensionCall } from '../call.ts';
import {
  externalUserListParameters,
  filterParameters,
  organisationListParameters,
  organisationPage,
  pageInfoFields,
  prefixed,
  userFilters,
  userPage,
} from '../list-parameters.ts';
import { lists } from '../lists.ts';
import { entOrg, entUsr, inputId, option, organisationCounts } from '../shapes.ts';
import { auditCalls } from './audit.ts';
import { backChannelLogoutCalls } from './back-channel-logout.ts';
import { bulkActionCalls } from './bulk-actions.ts';
import { configExtensionCalls } from './config.ts';
import { confirmationsCalls } from './confirmations.ts';
import { endingsCalls } from './endings.ts';
import { eventsCalls } from './events.ts';
import { exportsCalls } from './exports.ts';
import { externalUser } from './external-users.ts';
import { gatewayReportCalls } from './gateway-reports.ts';
import { idempotencyCalls } from './idempotency.ts';
import { invitationsCalls, unsentEmailsCalls } from './invitations.ts';
import { keyConfirmationCalls } from './key-confirmations.ts';
import { keyRequestsCalls } from './key-requests.ts';
import { keysCalls } from './keys.ts';
import { moduleRole } from './lookups.ts';
import { overviewCalls } from './overview.ts';
import { passkeysCalls } from './passkeys.ts';
import { providerLinksCalls } from './provider-links.ts';
import { providerSignOutCalls } from './provider-sign-out.ts';
import { secondFactorCalls } from './second-factors.ts';
import { securityCalls } from './security.ts';
import { signInRulesCalls } from './sign-in-rules.ts';
import { singleSignOnCalls } from './single-sign-on.ts';
import { singleSignOnTestCalls } from './single-sign-on-test.ts';
import { takenEmailsCalls } from './taken-emails.ts';
import { userDutiesCalls } from './user-duties.ts';
import { responder } from './users.ts';
import { usersFileCalls } from './users-file.ts';
import { webhooksCalls } from './webhooks.ts';

/** The response header that announces extensions, with the value `1`, in every answer. */
export const extensionsHeader = 'x-console-extensions';

/** The extensions of a product API; public, requested once a minute at most. Any other answer means none. */
export const { capabilities: capabilitiesCall } = defineCalls({
  capabilities: {
    request: 'OPEN-68 GET /consoles/ext/capabilities',
    access: 'public',
    description: 'What the product API has beyond the specification. A status of 4xx means no extensions.',
    when: 'an answer has announced extensions, at most once a minute',
    answer: z.object({ capabilities: z.array(z.string()) }),
  },
});

/** Which users are responders, by kind. */
export const responderLists = {
  con_dept_responders: z.array(responder),
  inc_dept_responders: z.array(responder),
  task_dept_responders: z.array(responder),
};

/** Calls that only our platform has; the gateway requests `GET /consoles/ext/capabilities` before it makes them. */
export const extensionCalls = {
  ...keysCalls,
  ...keyConfirmationCalls,
  ...keyRequestsCalls,
  ...gatewayReportCalls,
  ...webhooksCalls,
  ...securityCalls,
  ...passkeysCalls,
  ...confirmationsCalls,
  ...secondFactorCalls,
  ...userDutiesCalls,
  ...takenEmailsCalls,
  ...usersFileCalls,
  ...invitationsCalls,
  ...unsentEmailsCalls,
  ...endingsCalls,
  ...idempotencyCalls,
  ...auditCalls,
  ...eventsCalls,
  ...overviewCalls,
  ...configExtensionCalls,
  ...exportsCalls,
  ...bulkActionCalls,
  ...singleSignOnCalls,
  ...singleSignOnTestCalls,
  ...signInRulesCalls,
  ...backChannelLogoutCalls,
  ...providerLinksCalls,
  ...providerSignOutCalls,
  ...defineExtensionCalls('extensions', {
    handover: {
      request: 'OPEN-8 POST /consoles/ext/handover',
      event: 'session:handOver',
      description:
        "Creates a token that hands the caller's session over to another module. It is good once, for 60 s, as `api_key` of `POST /tasks/api_user_detail`, which answers it with a new key and session token.",
      when: 'a user switches to another module',
      body: z.object({ module: z.string() }),
      answer: z.object({ token: z.string() }),
      needsAnswer: true,
      failures: {
        FORBIDDEN: 'the key is an integration key, or the role may not open the module',
        INVALID: 'the module is unknown',
      },
    },
  }),
  ...defineExtensionCalls('extensions', {
    lookupLists: {
      request: 'OPEN-71 GET /consoles/ext/lookup_lists',
      access: 'public',
      description: 'The options of all forms in one answer: the lists of REST-24, REST-25 and REST-46 to REST-49.',
      when: 'a form needs more than one of these lists',
      answer: z.object({
        country_codes: z.array(option),
        module_role_list: z.object({ Console: z.array(moduleRole) }),
        industries: z.array(option),
        department_list: z.array(option),
        designations: z.array(option),
        countries: z.array(option),
      }),
    },
  }),
  ...defineExtensionCalls('extensions', {
    deptResponders: {
      request: 'OPEN-71 GET /consoles/ext/dept_responders',
      description: 'The responders of continuity, incidents and tasks in one answer: the lists of REST-26 to REST-28.',
      when: "a user's page, and before a user is deactivated",
      query: z.object({ org_id: inputId.optional().describe('by default every organisation that the caller may see') }),
      answer: z.object(responderLists),
    },
    userLists: {
      request: 'OPEN-71 GET /consoles/ext/user_lists',
      description:
        'A page of the active users (the caller as well), a page of the inactive users and the external users of an organisation in one answer, and which of the users in the two pages are responders.',
      when: 'the users page',
      query: z.object({
        org_id: inputId,
        ...userFilters,
        ...prefixed('active', userPage),
        ...prefixed('inactive', userPage),
        external: z
          .literal('true')
          .optional()
          .describe(
            'with the external users: a page of them with any parameter that begins with `external_`, else all',
          ),
        ...prefixed('external', externalUserListParameters),
      }),
      answer: z.object({
        active_users: z.array(entUsr),
        active_total_count: z.int().describe('active users that match search and filter'),
        active_all_count: z.int().describe('all active users'),
        ...prefixed('active', pageInfoFields),
        inactive_users: z.array(entUsr),
        inactive_total_count: z.int().describe('inactive users that match search and filter'),
        inactive_all_count: z.int().describe('all inactive users'),
        ...prefixed('inactive', pageInfoFields),
        accepted_pending_user_list: z.array(externalUser).optional(),
        external_total_count: z.int().optional().describe('of a page: external users that match search and filter'),
        ...prefixed('external', pageInfoFields),
        ...responderLists,
      }),
    },
    allUsers: {
      request: 'OPEN-71 GET /consoles/ext/all_users',
      description:
        'A page of the users of all organisations or of one, active and inactive, and of those without organisation, and which of them are responders. By default the longest unchanged first.',
      when: 'an integration reads the users of more than one organisation, or only those that have changed',
      query: z.object({ ...filterParameters(lists.all_users), ...userPage }),
      answer: z.object({
        users: z.array(entUsr),
        total_count: z.int().describe('users that match search and filter'),
        ...pageInfoFields,
        ...responderLists,
      }),
    },
  }),
  ...defineExtensionCalls('extensions', {
    allOrgs: {
      request: 'OPEN-71 GET /consoles/ext/all_orgs',
      description:
        'A page of the active and the disabled organisations in one list. By default the longest unchanged first.',
      when: 'an integration reads organisations in both states, or only those that have changed',
      query: z.object({
        ...filterParameters(lists.organisations),
        ...organisationPage,
        totals: organisationListParameters.totals,
      }),
      answer: z.object({
        orgs: z.array(entOrg),
        total_count: z.int().describe('organisations that match search and filter'),
        totals: z.object(organisationCounts).optional().describe('of all that match'),
        ...pageInfoFields,
      }),
    },
  }),
} satisfies Record<string, ExtensionCall>;
