import { z } from 'zod';
import { secondFactorsField } from './factor-shapes.ts';
import { inputTexts, responseTexts } from './fields/field-shapes.ts';
import {
  facilityFields,
  generalTextFields,
  organisationFields,
  organisationTextFields,
} from './fields/organisation-fields.ts';
import { personFields, personTextFields } from './fields/person-fields.ts';
import { type NumberSettingColumn, numberSettings } from './organisation-settings.ts';

/** Schemas that calls of several areas share. Keys are the names in REST calls (SPEC.md section 3). */

/** Where an object is in a response of an external product API. */
export interface ObjectLocator {
  /** Other keys under which the object may be, as well as the specified one. */
  keys: readonly string[];
  /** Keys that distinguish the object from a wrapper around it. One of them is enough. */
  identifyingKeys: readonly string[];
}

/** The locators of objects in responses. An object without a locator is found only under its specified key, and each of its keys identifies it. */
export const objectLocators = z.registry<ObjectLocator>();

export const userLocator: ObjectLocator = {
  keys: ['user', 'ent_usr', 'current_user', 'current_ent_usr', 'user_detail', 'organiser', 'organizer'],
  identifyingKeys: ['email'],
};
const organisationLocator: ObjectLocator = {
  keys: ['org', 'ent_org', 'organisation', 'organization'],
  identifyingKeys: ['brandname'],
};

export const mappingLocator: ObjectLocator = {
  keys: ['mapping', 'org_mapping', 'user_mapping'],
  identifyingKeys: ['activated', 'vendor_id', 'customer_id'],
};

const idPattern = /^(0|[1-9]\d{0,14})$/;
/** Whether a string can be an id of our platform: 1 to 15 digits without a leading zero, so that each id has only one form. */
export const isId = (text: string): boolean => idPattern.test(text);
/** An id in a request: a whole number or a string of digits. */
export const inputId = z.union([z.int().positive(), z.string().regex(idPattern, 'must be an id')]).describe('id');
/** An id in a response of our platform. */
export const id = z.int().positive().describe('id');

export const moment = z.string().describe('ISO 8601, UTC');
const dates = { created_at: moment, updated_at: moment };

/** A stored file: its name and URL. */
export const file = z.object({
  file_name: z.string(),
  url: z.string().describe("relative to the product API's origin, or absolute"),
});

export const option = z.object({
  id: z.string().describe('the value that is stored if this entry is selected'),
  label: z.string(),
  group: z.string().optional().describe('heading of the entry in a dropdown list'),
});

const personTexts = {
  country_code: 'dialling code, such as +91',
  designation: 'id of an entry of `designation_list`',
  supervisor: "the supervisor's email",
};

/** A user in lists and details. Other organisations get the keys with null, apart from name, email, home organisation and state. */
export const entUsr = z.object({
  id,
  ...responseTexts(personTextFields, personTexts),
  email: z.string(),
  role_id: id.nullable(),
  role: z
    .object({ id, name: z.string(), idStr: z.string().describe('the stable name, such as ADMINISTRATOR') })
    .nullable()
    .describe('recognised by `idStr` or `name`, never by its id; a user without a role has no permissions'),
  dept_lead: z
    .boolean()
    .nullable()
    .describe('whether the user leads their department; only for Auditees; null in other organisations'),
  is_disabled: z.boolean().describe('whether the user is inactive'),
  ent_org_id: id.nullable().describe('null if the user has no organisation yet'),
  logo_url: z.string().nullable(),
  ent_org: z.object({ logo_url: z.string().nullable() }).nullable(),
  created_at: moment.nullable().describe('ISO 8601, UTC; null in other organisations'),
  updated_at: moment.nullable().describe('ISO 8601, UTC; null in other organisations'),
  last_sign_in_at: moment.optional().describe('extension: ISO 8601, UTC; absent if never, or if not known'),
  is_invited: z
    .boolean()
    .optional()
    .describe('extension: true if the user has no password yet; absent for users of other organisations'),
  sign_in_blocked_at: moment
    .optional()
    .describe('extension: when the identity provider blocked the sign-in; absent if it is not blocked'),
  scim_fields: z
    .array(z.string())
    .optional()
    .describe(
      'extension: the keys that the identity provider has set and others cannot change; absent if it does not manage the user',
    ),
  second_factors: secondFactorsField,
});
objectLocators.add(entUsr, userLocator);

/** The fields of a user that a caller may set; `id` only for an update. Unknown keys are dropped. */
export const entUsrInput = z.object({
  id: inputId.optional().describe('only to change a user'),
  ...inputTexts(personFields, personTextFields, z.string().nullish(), personTexts),
  email: z.string().optional().describe('required to create a user; cannot be changed'),
  role_id: inputId.optional().describe('id of an entry of `module_role_list`'),
  dept_lead: z.boolean().optional(),
  ent_org_id: inputId.optional().describe("by default the caller's organisation"),
  nominate: z
    .boolean()
    .optional()
    .describe('extension: only assigns the senior position `designation`; the user who held it loses it'),
  expected_updated_at: z
    .string()
    .optional()
    .describe('extension: `updated_at` that the caller last read; 409 if there is another one now'),
});

/** The body of an invitation of an organisation or an external user. */
export const invitationInput = z.object({
  email: z.string(),
  modules: z.array(z.string()).optional(),
  invite_type: z
    .enum(['organisation', 'user'])
    .optional()
    .describe('extension: what is invited, if the call does not imply it'),
});

/** The public part of an organisation. */
export const orgRef = z.object({
  id,
  brandname: z.string(),
  is_disabled: z.boolean().optional().describe('extension: in mappings'),
  organizer: entUsr.nullable().optional().describe('extension: in accepted mappings'),
});

/** The counts of an organisation, or of all organisations that a list finds. */
export const organisationCounts = {
  pending_asmts_count: z.int(),
  complete_asmts_count: z.int(),
  total_asmts_count: z.int(),
  models_count: z.int(),
  auditors_count: z.int().describe('active Assessors'),
  auditees_count: z.int().describe('active Auditees'),
};

/** The configuration of an organisation. A user_limit of -1 means no limit. */
export const orgConfig = z.object({
  notification_frequency: z.string().nullable(),
  otp_required: z.boolean(),
  user_limit: z.int(),
  time_zone: z.string().optional().describe('extension: an IANA name such as `Europe/Berlin`'),
});

const organisationTexts = { email_domain: 'comma separated', pin: 'postal code' };

/** An organisation in lists and details. */
export const entOrg = z.object({
  id,
  guid: z.string(),
  ...responseTexts(generalTextFields, organisationTexts),
  brandname: z.string(),
  logo: file.nullable(),
  icon: file.nullable(),
  user_limit: z.int().describe('-1: no limit'),
  user_limit_text: z.string(),
  is_disabled: z.boolean(),
  ...dates,
  sso: z.object({ client_id: z.string(), tenant_id: z.string() }).nullable().describe('without the secret'),
  organizer: entUsr.nullable().describe('null if there is none; if the key is absent, `get_organiser` returns it'),
  facility: z.object(responseTexts(facilityFields, { pin: organisationTexts.pin })).nullable(),
  ...organisationCounts,
});
objectLocators.add(entOrg, organisationLocator);

const settings = Object.fromEntries(
  numberSettings.map(({ column, label, kind }) => [
    column,
    z.int().nullish().describe(`extension: “${label}”, in ${kind}; absent if the caller cannot read it`),
  ]),
) as Record<NumberSettingColumn, z.ZodOptional<z.ZodNullable<z.ZodInt>>>;

/** An organisation with its configuration. */
export const entOrgWithConfig = entOrg.extend({
  config: orgConfig,
  active_users_count: z.int().optional().describe('extension: active users'),
  ...settings,
});
objectLocators.add(entOrgWithConfig, organisationLocator);

export const changedEntUsr = entUsr.extend({
  organisation: entOrgWithConfig.optional().describe('extension: the organisation of the user after the change'),
});
objectLocators.add(changedEntUsr, userLocator);

/** The fields of the multipart forms that create or change an organisation. Logo and icon are the files of the form. */
export const orgForm = z.object({
  ...inputTexts(organisationFields, organisationTextFields, z.string().optional(), organisationTexts),
  expected_updated_at: z
    .string()
    .optional()
    .describe('extension: `updated_at` that the caller last read; 409 if there is another one now'),
});

/** Why a request is rejected or withdrawn, or a mapping ended. */
export const reasonInput = z
  .string()
  .optional()
  .describe('at most 500 characters; both sides see it in their email and activity log');

/** A mapping between two organisations. */
export const orgMapping = z.object({
  id,
  vendor_id: id,
  customer_id: id,
  activated: z.boolean().nullable().describe('null: pending; true: accepted; false: rejected'),
  status: z.string().nullable().describe('shown in the row; by default Accepted or Pending'),
  ...dates,
  vendor: orgRef,
  customer: orgRef,
  requester: entUsr.nullable().describe('the user who sent the request'),
  mapped_user: entUsr.nullable().describe('the user that the request was sent to'),
  show_activate_deactivate_button: z.boolean().describe("whether the caller's side can accept or reject the request"),
  modules: z
    .array(z.string())
    .nullable()
    .optional()
    .describe('extension: the modules that were requested; null if they were not stored'),
});
objectLocators.add(orgMapping, mappingLocator);

export const asmt = z.object({
  id,
  guid: z.string().nullable(),
  title: z.string(),
  model_title: z.string().nullable(),
  description: z.string().nullable(),
  audit_type: z.string().nullable(),
  audit_status: z.string().describe('id of an entry of `asmt_status_list`'),
  assessor_name: z.string().nullable(),
  auditee_name: z.string().nullable(),
  start_date: moment.nullable(),
  end_date: moment.nullable(),
  actual_start_date: moment.nullable(),
  actual_end_date: moment.nullable(),
  created_at: moment,
  asmt_status_details: z.object({
    response_pending_count: z.int(),
    response_completed_count: z.int(),
    evaluation_pending_count: z.int(),
    evaluation_completed_count: z.int(),
    total_cntrls_count: z.int(),
  }),
});
objectLocators.add(asmt, { keys: ['asmt', 'assessment'], identifyingKeys: ['title', 'audit_status'] });

/** Kinds of pending items that the caller can read. An extension of release 1.1.0: a gateway of 1.0.0 does not send it, and a platform of 1.0.0 ignores it. */
export const attentionKindList = z
  .string()
  .max(2_000)
  .optional()
  .describe('extension: the kinds that the caller can read, separated by commas; by default those of release 1.0.0');
