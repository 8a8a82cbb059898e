import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { organisationListParameters, pageInfoFields, prefixed } from '../list-parameters.ts';
import { entOrg, entOrgWithConfig, entUsr, entUsrInput, inputId, organisationCounts, orgForm } from '../shapes.ts';

const byOrg = z.object({ org_id: inputId });

const newTimeZone = z
  .string()
  .optional()
  .describe('extension of release 1.1.0: the time zone of a new organisation, an IANA name such as `Europe/Berlin`');

/** Organisations, their organisers and senior management. */
export const organisationsCalls = defineCalls({
  orgList: {
    request: 'REST-37 GET /consoles/org_list',
    description:
      'Lists all organisations: the active ones newest `created_at` first, the disabled ones newest `updated_at` first.',
    when: 'the organisations page opens',
    query: z.object(organisationListParameters),
    answer: z.object({
      active_orgs: z.array(entOrg),
      disable_orgs: z.array(entOrg),
      active_count: z.int().optional().describe('extension: active organisations that match the search'),
      disable_count: z.int().optional().describe('extension: disabled organisations that match the search'),
      ...prefixed('active', pageInfoFields),
      ...prefixed('disable', pageInfoFields),
      active_totals: z
        .object(organisationCounts)
        .optional()
        .describe('extension: totals of all active organisations that match'),
      disable_totals: z
        .object(organisationCounts)
        .optional()
        .describe('extension: totals of all disabled organisations that match'),
    }),
  },
  orgDetail: {
    request: 'REST-38 GET /consoles/org_detail',
    description: 'Returns one organisation with its counts and configuration.',
    when: "an organisation's page opens, and before every change of the organisation",
    query: z.object({
      org_id: inputId
        .optional()
        .describe("always sent to an API without extensions; if absent, the caller's own organisation"),
    }),
    answer: z.object({ org: entOrgWithConfig }),
    absentCode: 'NOT_FOUND',
    failures: {
      NOT_FOUND: 'the id is unknown, or the caller cannot see the organisation',
    },
  },
  createOrg: {
    request: 'REST-39 POST /consoles',
    event: 'organisations:create',
    scope: 'organisations:write',
    description: 'Creates an organisation.',
    when: 'the organisation wizard is completed',
    body: orgForm.extend({ user_limit: z.string().optional().describe('-1: no limit'), time_zone: newTimeZone }),
    answer: z.object({ org: entOrg }),
    files: ['logo', 'icon'],
    failures: {
      INVALID: 'at least one field is not valid',
      FILE_REFUSED: 'the logo or icon is not an accepted image',
      IDEMPOTENCY_CONFLICT: 'the `Idempotency-Key` (extension) was already used with another form',
    },
  },
  createOrUpdareOrg: {
    request: 'REST-40 POST /consoles/create_or_updare_org',
    event: 'organisations:edit',
    scope: 'organisations:write',
    access: 'public',
    description:
      'Changes an organisation. An absent file leaves the stored one unchanged. With an onboarding token, or for a user without an organisation, it creates the organisation.',
    when: 'an organisation is edited or onboards',
    body: orgForm.extend({
      id: inputId.optional().describe('only to change an organisation'),
      reset_password_token: z.string().optional().describe('the onboarding token, in place of a key'),
      time_zone: newTimeZone,
    }),
    answer: z.object({ org: entOrg }),
    files: ['logo', 'icon'],
    failures: {
      TOKEN_INVALID: 'the onboarding token is unknown, used or expired',
      INVALID: 'at least one field is not valid',
      FILE_REFUSED: 'the logo or icon is not an accepted image',
      CONFLICT: '`expected_updated_at` (extension) is not the current value',
    },
  },
  createOrganiser: {
    request: 'REST-41 POST /consoles/create_organiser',
    event: 'organisations:createOrganiser',
    scope: 'organisations:write',
    access: 'public',
    description:
      'Creates the organiser of the organisation `ent_org_id`. With an onboarding token, the invited user becomes the organiser, the token is used up, and a link to set a password is emailed.',
    when: 'an organisation onboards with an emailed link, or is edited while it has no organiser',
    body: z.object({
      ent_usr: entUsrInput,
      reset_password_token: z.string().optional().describe('the onboarding token, in place of a key'),
    }),
    answer: z.object({
      user: entUsr,
      is_email_unsent: z
        .boolean()
        .optional()
        .describe(
          'extension; with an onboarding token: whether the link is not emailed, because there is no mail server',
        ),
    }),
    failures: {
      TOKEN_INVALID: 'the onboarding token is unknown, used or expired',
      INVALID: 'at least one field is not valid',
    },
  },
  getOrganiser: {
    request: 'REST-42 POST /consoles/get_organiser',
    kind: 'read',
    description: 'Returns the organiser of an organisation.',
    when: 'a response about an organisation has no key `organizer`, and before the organiser is changed',
    body: byOrg,
    answer: z.object({ organiser: entUsr.nullable() }),
  },
  orgOrganiserList: {
    request: 'REST-43 GET /consoles/org_organiser_list',
    description: 'Lists the users who can become the organiser of an organisation.',
    when: 'the organiser is changed',
    query: byOrg,
    answer: z.object({ organiser_list: z.array(entUsr) }),
  },
  updateOrganiser: {
    request: 'REST-44 POST /consoles/update_organiser',
    event: 'organisations:changeOrganiser',
    scope: 'organisations:write',
    description: 'Makes an active user of the organisation its organiser.',
    when: 'the organiser is changed, and at the end of the organisation wizard',
    body: z.object({ org_id: inputId, organizer_id: inputId }),
    answer: z.object({ org: entOrg }),
    failures: {
      INVALID: 'the user is inactive or belongs to another organisation',
    },
  },
  enableDisableOrg: {
    request: 'REST-45 GET /consoles/enable_disable_org',
    event: 'organisations:disable',
    scope: 'organisations:write',
    kind: 'write',
    description:
      'Disables an active organisation and enables a disabled one. This is a GET that changes data: the gateway never repeats it, and reads the organisation first. Disabling requires a password check (`valid_password`) beforehand.',
    when: 'an organisation is enabled or disabled',
    query: byOrg.extend({
      is_disabled: z.enum(['true', 'false']).optional().describe('extension: the state to set'),
    }),
    answer: z.object({ org: entOrg }),
    failures: {
      WRONG_PASSWORD: 'the password was not checked before disabling',
    },
  },
});
