import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { currentEntUsr, inputId, moment } from '../shapes.ts';
import { logoutRefusals } from './back-channel-logout.ts';
import { signInRules } from './sign-in-rules.ts';
import { singleSignOnRefusals } from './single-sign-on-refusals.ts';
import { singleSignOnTest } from './single-sign-on-test.ts';

/** The roles that a new person may get, besides none: no new person is above Assessor. */
export const singleSignOnDefaultRoles = ['ASSESSOR', 'AUDITEE'] as const;

const singleSignOn = z.object({
  redirect_url: z.string().describe('to be registered at the provider'),
  logout_url: z.string().optional().describe('with `back_channel_logout`: to be registered at the provider as well'),
  post_logout_redirect_url: z
    .string()
    .optional()
    .describe('with `provider_sign_out`: to be registered at the provider, which sends people back to it'),
  signs_out_at_provider: z
    .boolean()
    .optional()
    .describe(
      'with `provider_sign_out`: signing out of a session that began with the provider always signs out there too',
    ),
  issuer: z.string().nullable().describe('as it was entered; null: worked out from `tenant_id`'),
  used_issuer: z.string().nullable().describe('null while it can be neither read nor worked out'),
  default_role: z.enum(singleSignOnDefaultRoles).nullable().describe('of new people; null: none is created'),
  secret_expires_on: z.string().nullable().describe('`YYYY-MM-DD`; null: not known'),
  is_enabled: z.boolean(),
  enabled_at: moment.nullable(),
  enabled_by: z.string().nullable().describe('the name, or the role of a person of another organisation'),
  required_at: moment
    .nullable()
    .describe('since when passwords sign in only Organisers and Administrators; null: optional'),
  people_outside: z
    .number()
    .describe(
      'active users without such a password and with an email outside the verified domains: nothing signs them in once it is required',
    ),
  client_refused_at: moment
    .nullable()
    .optional()
    .describe('since when the provider refuses client ID and secret at sign-ins; null: it does not'),
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
    .describe('the last logout token that was refused; null: none since one was accepted'),
  is_tested: z.boolean().describe('the settings as they are have passed a test of the connection'),
  is_tested_by_signing_in: z
    .boolean()
    .optional()
    .describe('with `sign_in_tests`: issuer, client and secret as they are have passed a test by signing in'),
  domains: z.array(
    z.object({
      domain: z.string(),
      record: z.string().describe('the TXT record that verifies the domain'),
      verified_at: moment.nullable(),
      is_verified_by_administrator: z.boolean(),
    }),
  ),
  tests: z.array(singleSignOnTest).describe('the last five, the newest first'),
});

const answer = z.object({ single_sign_on: singleSignOn });
const sessionOnly = 'the caller uses an API key, not a session; or the role may not switch single sign-on';
const notConfirmed = 'the password was not confirmed within the last minute';
const notFound = 'the organisation does not exist, or the caller may not see it';

const callsOfFirstRelease = defineExtensionCalls('extensions', {
  singleSignOn: {
    request: 'SIGNIN-1 GET /consoles/ext/single_sign_on',
    description:
      'How single sign-on of an organisation signs people in, null until its three fields are first saved; and what the organisation asks of all sign-ins.',
    when: 'the single sign-on tab',
    query: z.object({ org_id: inputId }),
    answer: z.object({
      single_sign_on: singleSignOn.nullable(),
      redirect_uri: z
        .string()
        .optional()
        .describe('to be registered at the provider; also before the three fields are saved'),
      sign_in_rules: signInRules
        .optional()
        .describe('with the capability `extensions_2`, with single sign-on or without'),
    }),
    failures: { NOT_FOUND: notFound },
  },
  updateSingleSignOn: {
    request: 'SIGNIN-1 POST /consoles/ext/update_single_sign_on',
    event: 'sso:edit',
    description:
      'Changes what it is given; while single sign-on is on, after `valid_password`. Another issuer ends the links between accounts and provider, and switches single sign-on off.',
    when: 'the single sign-on tab is saved',
    body: z.object({
      org_id: inputId,
      issuer: z
        .string()
        .nullish()
        .describe(
          'null or blank: worked out from `tenant_id`; of a discovery URL the issuer that its document names is stored',
        ),
      default_role: z.enum(singleSignOnDefaultRoles).nullish(),
      secret_expires_on: z
        .string()
        .nullish()
        .describe('`YYYY-MM-DD`; null or blank: not known. Another secret ends it'),
      signs_out_at_provider: z
        .boolean()
        .optional()
        .describe('whether signing out of a session that began with the provider always signs out there too'),
      domains: z.array(z.string()).max(50).optional().describe('all of them; those that are left out are removed'),
    }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: notFound,
      WRONG_PASSWORD: notConfirmed,
      INVALID: '`errors` by field',
    },
  },
  verifySsoDomain: {
    request: 'SIGNIN-2 POST /consoles/ext/verify_sso_domain',
    event: 'sso:verifyDomain',
    description:
      'Verifies an email domain by its TXT record, or without one where an Administrator does it. A verified domain belongs to one organisation.',
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
      INVALID: 'there is no such record',
    },
  },
  testSingleSignOn: {
    request: 'SIGNIN-3 POST /consoles/ext/test_single_sign_on',
    event: 'sso:test',
    description: 'Tests the connection with the settings as they are, within 5 s, and stores the findings.',
    when: 'the test of the single sign-on tab',
    body: z.object({ org_id: inputId }),
    answer,
    needsAnswer: true,
    failures: {
      FORBIDDEN: sessionOnly,
      NOT_FOUND: notFound,
      CONFLICT: 'the three fields are not saved yet, or were changed during the test',
      RATE_LIMITED: 'too many tests of one organisation',
    },
  },
  setSingleSignOn: {
    request: 'SIGNIN-4 POST /consoles/ext/set_single_sign_on',
    event: 'sso:activate',
    description:
      'Switches single sign-on on, after tests of both kinds that have passed and with a verified domain, or off. Needs `valid_password` before. All Organisers are mailed.',
    when: 'single sign-on is switched in its tab',
    body: z.object({
      org_id: inputId,
      enabled: z.boolean(),
      required: z
        .boolean()
        .optional()
        .describe(
          'true: passwords and passkeys sign in only Organisers and Administrators (break-glass), and sessions that began with one end within an hour. Left out: optional when it is switched on, otherwise as it is',
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
    description: 'Whether single sign-on signs in people of an email domain. It says nothing about accounts.',
    when: 'an email is entered to sign in',
    body: z.object({ domain: z.string() }),
    answer: z.object({ available: z.boolean(), required: z.boolean() }),
  },
  startSingleSignOn: {
    request: 'SIGNIN-5 POST /consoles/ext/start_single_sign_on',
    event: 'session:signIn',
    access: 'public',
    description:
      'Begins a sign-in: the address of the provider to open, and a secret that binds the answer to this browser. Good for 10 minutes and once.',
    when: 'a person continues with single sign-on',
    body: z.object({ email: z.string() }),
    answer: z.object({ address: z.string(), attempt: z.string() }),
    needsAnswer: true,
    failures: {
      INVALID: '`refusal` says why: one of the words of `complete_single_sign_on`',
      RATE_LIMITED: 'too many sign-ins of one address that were begun and not completed',
    },
  },
  completeSingleSignOn: {
    request: 'SIGNIN-6 POST /consoles/ext/complete_single_sign_on',
    event: 'session:signIn',
    access: 'public',
    description: `Completes a sign-in with what the provider gave the browser, and creates a key as REST-1 does. Refused with 422 and \`USER_INACTIVE\` or \`ORG_INACTIVE\` as \`message\`, or with one of ${Object.keys(
      singleSignOnRefusals,
    )
      .map((word) => `\`${word}\``)
      .join(', ')} as \`refusal\`.`,
    when: 'the provider has sent a person back',
    body: z.object({
      attempt: z.string(),
      state: z.string(),
      code: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
    }),
    answer: z.object({ current_ent_usr: currentEntUsr }),
    needsAnswer: true,
    failures: {
      INVALID: 'refused, for the reason in `refusal` or `message`',
      RATE_LIMITED: 'no further link to confirm the first time is mailed to this account within the hour',
    },
  },
});

const addedCalls = defineExtensionCalls('extensions_2', {
  confirmSingleSignOn: {
    request: 'SIGNIN-11 POST /consoles/ext/confirm_single_sign_on',
    event: 'account:linkProvider',
    access: 'public',
    description:
      'Links an account to the person who signed in at its provider for the first time, with the token of the mailed link. It signs no one in. Good for 30 minutes and once. In place of an earlier link it also ends all sessions, remembered devices and passkeys of the account, and suspends its API keys.',
    when: 'a person has opened the mailed link and confirms it',
    body: z.object({ token: z.string() }),
    answer: z.object({ email: z.string() }),
    needsAnswer: true,
    failures: {
      TOKEN_INVALID: 'the token is unknown, used, too old, or single sign-on or the account has changed meanwhile',
      RATE_LIMITED: 'too many wrong tokens from an address',
    },
  },
});

/** Single sign-on that signs people in, beside the three fields of the specification; extensions. */
export const singleSignOnCalls = { ...callsOfFirstRelease, ...addedCalls };
