import type { RoleKey } from '@console/contract/access';
import type { ProvisioningIssueKind } from '@console/contract/generated/schema-types';
import {
  copied,
  derived,
  finds,
  internal,
  noPerson,
  ofOrganisation,
  otherPerson,
  plain,
  received,
  table,
  textDays,
} from '../core/database/table.ts';

export const provisioningTables = {
  scim_setting: table({
    ent_org_id: finds.integer,
    /** Null while provisioning is off. */
    enabled_at: copied.timestamp.nullable(),
    enabled_by: finds.integer.nullable(),
    default_role: ofOrganisation.text.as<RoleKey>(),
    default_designation: ofOrganisation.text,
    default_department: ofOrganisation.text,
    /** An email address; null for the organisation's organiser. */
    default_supervisor: otherPerson.text.nullable(),
    last_request_at: ofOrganisation.timestamp.nullable(),
    /** When an Organiser last resumed deactivations; earlier ones do not count. */
    deactivations_confirmed_at: ofOrganisation.timestamp.nullable(),
    updated_at: ofOrganisation.timestamp,
  })({ person: [{ as: 'provisioningTurnedOn', by: 'enabled_by' }], erased: { stays: 'Data of an organisation' } }),
  /** Role for a value of `roles`, as the provider writes it. */
  scim_role: table({ ent_org_id: plain.integer, value: plain.text, role: plain.text.as<RoleKey>() })({
    person: noPerson('Settings of an organisation'),
  }),
  /** Organisers excluded from provisioning. */
  scim_unmanaged: table({ ent_org_id: copied.integer, ent_usr_id: finds.integer })({
    person: [{ as: 'excludedFromProvisioning' }],
  }),
  scim_user: table({
    id: copied.uuid,
    ent_org_id: copied.integer,
    ent_usr_id: finds.integer,
    user_name: copied.text,
    external_id: copied.text.nullable(),
    /** Attributes that the product does not use, as they were sent. */
    other: copied.json<Record<string, unknown>>().default({}),
    /** Columns of `ent_usr` that SCIM has set. */
    set_fields: copied.texts.default([]),
    /** SCIM id of a manager who does not exist yet. */
    waiting_manager: otherPerson.text.nullable(),
    /** Null until the provider writes a user that it has looked up. */
    managed_at: copied.timestamp.nullable(),
    created_at: copied.timestamp,
    updated_at: copied.timestamp,
  })({ person: [{ as: 'provisionedAccounts' }], counted: 'PROVIDER_ACCOUNTS' }),
  /** Last failed requests of each organisation. */
  scim_failure: table({
    id: copied.id,
    ent_org_id: finds.integer,
    at: copied.timestamp,
    method: copied.text,
    path: received.text,
    user_name: received.text.nullable(),
    status: copied.integer,
    reason: received.text,
    /** Hash of user and reason, which share a line. Null for a line of an earlier release. */
    line: derived.text.nullable(),
    /** Number of equal failures; the other columns describe the last one. */
    count: internal.integer.default(1),
    /** When a request like it succeeded. */
    ended_at: internal.timestamp.nullable(),
  })({
    person: [{ as: 'failedProvisioning', by: 'user_name', is: 'email' }],
    backup: 'with-secrets',
    erased: 'by name',
    kept: [{ days: textDays, since: 'at' }],
  }),
  /** Deactivations by a provider within an hour. */
  scim_deactivation: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    at: copied.timestamp,
  })({ person: [{ as: 'deactivationsByProvider' }] }),
  /** What an Organiser can correct for several users at once, one per kind and user. */
  provisioning_cause: table({
    ent_usr_id: finds.integer,
    ent_org_id: finds.integer,
    kind: copied.oneOf(['UNKNOWN_ROLE', 'OUTSIDE_DOMAINS']),
    /** Values of `roles`, or the email domain. */
    value: copied.text,
    /** Role of the user then. */
    role_id: internal.integer.nullable(),
    at: copied.timestamp,
  })({ person: [{ as: 'provisioningCauses' }] }),
  /** Issues that an Organiser must resolve, one per kind and user. */
  provisioning_issue: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    kind: copied.text.as<ProvisioningIssueKind>(),
    /** Email address at the provider, reason of a failed deactivation, or id of the access review. */
    detail: copied.text.nullable(),
    at: copied.timestamp,
  })({ person: [{ as: 'provisioningIssues' }] }),
};
