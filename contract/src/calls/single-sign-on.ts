import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { currentEntUsr } from '../current-user.ts';
import { ssoMaxDomains } from '../rules.ts';
import { inputId, moment } from '../shapes.ts';
import { logoutRefusals } from './back-channel-logout.ts';
import { signInRules } from './sign-in-rules.ts';
import { singleSignOnRefusals } from './single-sign-on-refusals.ts';
import { singleSignOnTest } from './single-sign-on-test.ts';

/** The roles that a new user can get from single sign-on, if any: never above Assessor. */
export const singleSignOnDefaultRoles = ['ASSESSOR', 'AUDITEE'] as const;

const singleSignOn = z.object({
  redirect_url: z.string().describe('must be registered at the identity provider'),
  logout_url: z.string().optional().describe('must be registered at the identity provider as well'),
  post_logout_redirect_url: z
    .string()
    .optional()
    .describe('must be registered at the identity provider, which sends users back to it'),
  signs_out_at_provider: z
    .boolean()
    .optional()
    .describe('signing out of a session that began with the provider always signs out there too'),
  issuer: z.string().nullable().describe('the issuer that a user entered; null if it is derived from `tenant_id`'),
  used_issuer: z.string().nullable().describe('null while it can be neither read nor derived'),
  default_role: z
    .enum(singleSignOnDefaultRoles)
    .nullable()
    .describe('the role of new users; null: no users are created'),
  secret_expires_on: z.string().nullable().describe('`YYYY-MM-DD`; null if not known'),
  is_enabled: z.boolean(),
  enabled_at: moment.nullable(),
  enabled_by: z.string().nullable().describe("the user's name, or only the role of a user of another organisation"),
  required_at: moment
    .nullable()
    .describe(
      'when single sign-on became required for users with an email address in a verified domain, except Organisers and Administrators; null if it is optional',
    ),
  people_outside: z
    .number()
    .describe(
      'active users outside the verified domains without break-glass sign-in, who keep their password where single sign-on is required',
    ),
  client_refused_at: moment
    .nullable()
    .optional()
    .describe(
      'when the provider began to reject the client ID and secret at sign-ins; null if the provider accepts them',
    ),
  logout_refusal: z
    .object({
      at: moment,
      reason: z.string().describe(
        Object.keys(logoutRefusals)
          .map((word) => `\`${word}\``)
          .join(', '),
      ),
    })
    .nullable()
    .optional()
    .describe('the last rejected logout token; null if none was rejected since the last accepted one'),
  is_tested: z.boolean().describe('whether the current settings have passed a connection test'),
  is_tested_by_signing_in: z
    .boolean()
    .optional()
    .describe('whether the current issuer, client and secret have passed a sign-in test'),
  domains: z.array(
    z.object({
      domain: z.string(),
      record: z.string().describe('the TXT record that verifies the domain'),
      verified_at: moment.nullable(),
      is_verified_by_administrator: z.boolean(),
      record_missing_since: moment
        .nullable()
        .optional()
        .describe(
          'since when the record of a verified domain is missing; null if it was there when it was last looked up',
        ),
    }),
  ),
  tests: z.array(singleSignOnTest).describe('the last five, newest first'),
});

const answer = z.object({ single_sign_on: singleSignOn });
const sessionOnly = 'the caller uses an API key, not a session; or the role does not allow changing single sign-on';
const notConfirmed = 'the password was not confirmed within the last minute';
const notFound = 'the organisation does not exist, or the caller cannot see it';

const otherEmail = z
  .object({
    email: z.string(),
    continuation: z.string().describe('for `continue_single_sign_on`, within 5 minutes'),
  })
  .describe('extension of release 1.1.0, instead of `current_ent_usr`: nothing was done yet');

const releasedCalls = defineExtensionCalls('extensions', {
  singleSignOn: {
    request: 'SIGNIN-1 GET /consoles/ext/single_sign_on',
    description:
      'Returns the sign-in rules of an organisation, and its single sign-on settings other than the three fields of `get_sso`. These settings are null until the three fields are first saved.',
    when: 'the single sign-on tab opens',
    query: z.object({ org_id: inputId }),
    answer: z.object({
      single_sign_on: singleSignOn.nullable(),
      redirect_uri: z
        .string()
        .optional()
        .describe('must be registered at the identity provider; also returned before the three fields are saved'),
      sign_in_rules: signInRules.optional().describe('whether or not there is single sign-on'),
    }),
    failures: { NOT_FOUND: notFound },
  },
  updateSingleSignOn: {
    request: 'SIGNIN-1 POST /consoles/ext/update_single_sign_on',
    event: 'sso:edit',
    description:
      'Changes the settings that are given. While single sign-on is on, it requires `valid_password` beforehand. Another issuer removes the links between accounts and the identity provider, and turns single sign-on off.',
    when: 'the single sign-on tab is saved',
    body: z.object({
      org_id: inputId,
      issuer: z
        .string()
        .nullish()
        .describe(
          'null or blank: derived from `tenant_id`; for a discovery URL, the issuer that its document names is stored',
        ),
      default_role: z.enum(singleSignOnDefaultRoles).nullish(),
      secret_expires_on: z
        .string()
        .nullish()
        .describe('`YYYY-MM-DD`; null or blank: not known. Saving a new secret clears it'),
      signs_out_at_provider: z
        .boolean()
        .optional()
        .describe('whether signing out of a session that began with the provider always signs out there too'),
      domains: z
        .array(z.string())
        .max(ssoMaxDomains)
        .optional()
        .describe('the complete list; domains that are left out are removed'),
    }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: notFound,
      WRONG_PASSWORD: notConfirmed,
      INVALID: 'at least one field is not valid',
    },
  },
  verifySsoDomain: {
    request: 'SIGNIN-2 POST /consoles/ext/verify_sso_domain',
    event: 'sso:verifyDomain',
    description:
      'Verifies an email domain by its TXT record. Administrators can verify it without the record. A verified domain belongs to one organisation.',
    when: 'a domain is verified in the single sign-on tab',
    body: z.object({
      org_id: inputId,
      domain: z.string(),
      without_record: z.boolean().optional().describe('Administrators only'),
    }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: notFound,
      CONFLICT: 'the domain belongs to another organisation',
      INVALID: 'there is no such TXT record',
    },
  },
  testSingleSignOn: {
    request: 'SIGNIN-3 POST /consoles/ext/test_single_sign_on',
    event: 'sso:test',
    description: 'Tests the connection with the current settings, within 5 s, and stores the findings.',
    when: 'a user runs the connection test on the single sign-on tab',
    body: z.object({ org_id: inputId }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: notFound,
      CONFLICT: 'the three fields are not saved yet, or changed during the test',
      RATE_LIMITED: 'too many tests of one organisation',
    },
  },
  setSingleSignOn: {
    request: 'SIGNIN-4 POST /consoles/ext/set_single_sign_on',
    event: 'sso:activate',
    description:
      'Turns single sign-on on, or turns it off. Turning it on requires that the settings have passed both kinds of test and that a domain is verified. Requires `valid_password` beforehand. All Organisers are emailed.',
    when: 'a user turns single sign-on on or makes it required, or turns it off',
    body: z.object({
      org_id: inputId,
      enabled: z.boolean(),
      required: z
        .boolean()
        .optional()
        .describe(
          'true: users with an email address in a verified domain cannot sign in with a password or passkey, except Organisers and Administrators (break-glass). Sessions that these users began with a password or passkey end within an hour. If left out, single sign-on becomes optional if this call turns it on. Otherwise the current value is kept',
        ),
    }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: notFound,
      WRONG_PASSWORD: notConfirmed,
      CONFLICT: 'the settings have not passed both tests, or no domain is verified',
    },
  },
  singleSignOnOfDomain: {
    request: 'SIGNIN-5 POST /consoles/ext/single_sign_on_of_domain',
    kind: 'read',
    access: 'public',
    description:
      'Returns whether users with an email domain can use single sign-on. It reveals nothing about accounts.',
    when: 'a user enters an email address to sign in',
    body: z.object({ domain: z.string() }),
    answer: z.object({ available: z.boolean(), required: z.boolean() }),
  },
  startSingleSignOn: {
    request: 'SIGNIN-5 POST /consoles/ext/start_single_sign_on',
    event: 'session:signIn',
    access: 'public',
    description:
      'Starts a sign-in. Returns the URL of the identity provider to open, and a secret that binds the response to this browser. Valid for 10 minutes and once.',
    when: 'a user continues with single sign-on',
    body: z.object({
      email: z.string(),
      select_account: z
        .boolean()
        .optional()
        .describe('extension of release 1.1.0: the provider asks which account to use, or to sign in again'),
    }),
    answer: z.object({ address: z.string(), attempt: z.string() }),
    needsAnswer: true,
    failures: {
      INVALID: '`refusal` gives the reason: one of the words of `complete_single_sign_on`',
      RATE_LIMITED: 'too many sign-ins were started from one IP address (IPv6: one /64) and not completed',
    },
  },
  completeSingleSignOn: {
    request: 'SIGNIN-6 POST /consoles/ext/complete_single_sign_on',
    event: 'session:signIn',
    access: 'public',
    description: `Completes a sign-in with what the identity provider returned to the browser, and creates a key as REST-1 does. A refused sign-in fails with 422 and \`USER_INACTIVE\` or \`ORG_INACTIVE\` as \`message\`, or with one of ${Object.keys(
      singleSignOnRefusals,
    )
      .map((word) => `\`${word}\``)
      .join(', ')} as \`refusal\`.`,
    when: 'the identity provider has redirected a user back',
    body: z.object({
      attempt: z.string(),
      state: z.string(),
      code: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
      asks_other_email: z
        .boolean()
        .optional()
        .describe(
          'extension of release 1.1.0: returns `other_email` for a person with another email than the started one',
        ),
    }),
    answer: z.object({ current_ent_usr: currentEntUsr.optional(), other_email: otherEmail.optional() }),
    needsAnswer: true,
    failures: {
      INVALID: 'the sign-in was refused, for the reason in `refusal` or `message`',
      RATE_LIMITED: 'no further confirmation link can be emailed to this account within the hour',
    },
  },
  confirmSingleSignOn: {
    request: 'SIGNIN-11 POST /consoles/ext/confirm_single_sign_on',
    event: 'account:linkProvider',
    access: 'public',
    description:
      'Links an account to the person who signed in at its identity provider for the first time, using the token of the emailed link. It does not sign anyone in. Valid for 30 minutes and once. If it replaces an earlier link, it also ends all sessions, remembered devices and passkeys of the account, and suspends its API keys.',
    when: 'a user has opened the emailed link and confirms it',
    body: z.object({ token: z.string() }),
    answer: z.object({ email: z.string() }),
    needsAnswer: true,
    failures: {
      TOKEN_INVALID: 'the token is unknown, used or too old, or single sign-on or the account changed in the meantime',
      RATE_LIMITED: 'too many wrong tokens from one IP address (IPv6: one /64)',
    },
  },
});

/** Single sign-on beyond the three fields of the specification; extensions. */
export const singleSignOnCalls = {
  ...releasedCalls,
  ...defineExtensionCalls('extensions_1_1', {
    continueSingleSignOn: {
      request: 'SIGNIN-7 POST /consoles/ext/continue_single_sign_on',
      event: 'session:signIn',
      access: 'public',
      description:
        'Completes a sign-in of which `complete_single_sign_on` returned `other_email`, after the user has agreed to the other email. Valid once. It fails as `complete_single_sign_on` does.',
      when: 'the identity provider has returned another person than the entered one, and the user continues as that person',
      body: z.object({ attempt: z.string(), continuation: z.string() }),
      answer: z.object({ current_ent_usr: currentEntUsr }),
      needsAnswer: true,
      failures: {
        INVALID: 'the sign-in was refused, for the reason in `refusal` or `message`',
        RATE_LIMITED: 'no further confirmation link can be emailed to this account within the hour',
      },
    },
  }),
};
