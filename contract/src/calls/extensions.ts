import { z } from 'zod';
import { defineCalls, defineExtensionCalls, type ExtensionCall } from '../call.ts';
import {
  listParameters,
  organisationListParameters,
  organisationUserParameters,
  pageInfoFields,
} from '../list-parameters.ts';
import { lists } from '../lists.ts';
import { entOrg, entUsr, inputId, option, organisationCounts } from '../shapes.ts';
import { allowedAddressesCalls } from './allowed-addresses.ts';
import { attentionCalls } from './attention.ts';
import { auditCalls } from './audit.ts';
import { backChannelLogoutCalls } from './back-channel-logout.ts';
import { bulkActionCalls } from './bulk-actions.ts';
import { configExtensionCalls } from './config.ts';
import { confirmationsCalls } from './confirmations.ts';
import { endingsCalls } from './endings.ts';
import { erasureCalls } from './erasure.ts';
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
import { organisationKeysCalls } from './organisation-keys.ts';
import { organisationSettingCalls } from './organisation-settings.ts';
import { overviewCalls } from './overview.ts';
import { passkeysCalls } from './passkeys.ts';
import { pendingCalls } from './pending.ts';
import { personDataCalls } from './person-data.ts';
import { provisioningCalls } from './provisioning.ts';
import { reviewsCalls } from './reviews.ts';
import { secondFactorCalls } from './second-factors.ts';
import { securityCalls } from './security.ts';
import { signInRulesCalls } from './sign-in-rules.ts';
import { singleSignOnCalls } from './single-sign-on.ts';
import { singleSignOnTestCalls } from './single-sign-on-test.ts';
import { userDutiesCalls } from './user-duties.ts';
import { responderLists } from './users.ts';
import { emailScheduleCalls, usersFileCalls } from './users-file.ts';
import { webhooksCalls } from './webhooks.ts';

/** The response header that announces extensions. Every response has it, with the value `1`. */
export const extensionsHeader = 'x-console-extensions';

/** The extensions of a product API; public, requested at most once a minute. Any other response means that there are none. */
export const { capabilities: capabilitiesCall } = defineCalls({
  capabilities: {
    request: 'OPEN-68 GET /consoles/ext/capabilities',
    access: 'public',
    description: 'Lists what the product API supports beyond the specification. A 4xx status means no extensions.',
    when: 'a response has announced extensions, at most once a minute',
    answer: z.object({ capabilities: z.array(z.string()) }),
  },
});

/** Calls that only our platform has; the gateway requests `GET /consoles/ext/capabilities` before it makes them. */
export const extensionCalls = {
  ...keysCalls,
  ...keyConfirmationCalls,
  ...keyRequestsCalls,
  ...organisationKeysCalls,
  ...gatewayReportCalls,
  ...webhooksCalls,
  ...securityCalls,
  ...passkeysCalls,
  ...confirmationsCalls,
  ...secondFactorCalls,
  ...userDutiesCalls,
  ...usersFileCalls,
  ...emailScheduleCalls,
  ...invitationsCalls,
  ...unsentEmailsCalls,
  ...endingsCalls,
  ...idempotencyCalls,
  ...auditCalls,
  ...eventsCalls,
  ...overviewCalls,
  ...attentionCalls,
  ...pendingCalls,
  ...configExtensionCalls,
  ...exportsCalls,
  ...bulkActionCalls,
  ...singleSignOnCalls,
  ...singleSignOnTestCalls,
  ...organisationSettingCalls,
  ...signInRulesCalls,
  ...provisioningCalls,
  ...reviewsCalls,
  ...allowedAddressesCalls,
  ...backChannelLogoutCalls,
  ...erasureCalls,
  ...personDataCalls,
  ...defineExtensionCalls('extensions', {
    handover: {
      request: 'OPEN-8 POST /consoles/ext/handover',
      event: 'session:handOver',
      description:
        "Creates a token that hands the caller's session over to another module. The token can be used once within 60 s, as `api_key` of `POST /tasks/api_user_detail`, which returns a new key and session token for that module.",
      when: 'a user switches to another module',
      body: z.object({ module: z.string() }),
      answer: z.object({ token: z.string() }),
      needsAnswer: true,
      failures: {
        FORBIDDEN: 'the key is an integration key, or the role is not allowed to open the module',
        INVALID: 'the module is unknown',
      },
    },
    providerSignOut: {
      request: 'SIGNIN-56 POST /consoles/ext/provider_sign_out',
      kind: 'read',
      description:
        'Returns the URL for signing out at the identity provider with which the session began (OpenID Connect RP-Initiated Logout). It is the `end_session_endpoint` with `id_token_hint`, `client_id` and `post_logout_redirect_uri`. The call itself ends no session.',
      when: 'a user signs out here and at the identity provider',
      answer: z.object({
        address: z
          .string()
          .nullable()
          .describe(
            'null if the session did not begin with an identity provider, or the provider has no such endpoint',
          ),
      }),
      failures: { FORBIDDEN: 'the caller uses an API key, not a session' },
    },
  }),
  ...defineExtensionCalls('extensions', {
    lookupLists: {
      request: 'OPEN-71 GET /consoles/ext/lookup_lists',
      access: 'public',
      description:
        'Returns the options of all forms in one response: the lists of REST-24, REST-25 and REST-46 to REST-49.',
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
      description:
        'Lists the responders of continuity, incidents and tasks in one response: the lists of REST-26 to REST-28.',
      when: "a user's page opens, and before a user is deactivated",
      query: z.object({ org_id: inputId.optional().describe('by default every organisation that the caller can see') }),
      answer: z.object(responderLists),
    },
    externalUsers: {
      request: 'OPEN-71 GET /consoles/ext/external_users',
      description: 'Returns a page of the external users of an organisation.',
      when: 'the users page opens',
      query: z.object({ org_id: inputId, ...listParameters(lists.external_users) }),
      answer: z.object({
        users: z.array(externalUser),
        total_count: z.int().describe('external users that match the search and filter'),
        ...pageInfoFields,
      }),
    },
    allUsers: {
      request: 'OPEN-71 GET /consoles/ext/all_users',
      description:
        'Returns a page of the users of all organisations or of one, and of users without an organisation, both active and inactive. Also returns which of them are responders. By default the least recently changed come first.',
      when: 'the users page opens, and when an integration reads the users of several organisations, or only those that changed',
      query: z.object({ ...listParameters(lists.all_users), total: organisationUserParameters.total }),
      answer: z.object({
        users: z.array(entUsr),
        total_count: z.int().optional().describe('users that match the search and filter'),
        all_count: z.int().optional().describe('with `org_id`: users in this state, whatever the search and filter'),
        ...pageInfoFields,
        ...responderLists,
      }),
    },
  }),
  ...defineExtensionCalls('extensions', {
    allOrgs: {
      request: 'OPEN-71 GET /consoles/ext/all_orgs',
      description:
        'Returns a page of active and disabled organisations in one list. By default the least recently changed come first.',
      when: 'an integration reads organisations in both states, or only those that changed',
      query: z.object({
        ...listParameters(lists.organisations),
        totals: organisationListParameters.totals,
      }),
      answer: z.object({
        orgs: z.array(entOrg),
        total_count: z.int().describe('organisations that match the search and filter'),
        totals: z.object(organisationCounts).optional().describe('totals of all organisations that match'),
        ...pageInfoFields,
      }),
    },
  }),
} satisfies Record<string, ExtensionCall>;
