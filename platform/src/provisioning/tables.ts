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
    /** Null while it is off. */
    enabled_at: copied.timestamp.nullable(),
    enabled_by: finds.integer.nullable(),
    default_role: ofOrganisation.text.as<RoleKey>(),
    default_designation: ofOrganisation.text,
    default_department: ofOrganisation.text,
    /** An email address; null: the organisation's organiser. */
    default_supervisor: otherPerson.text.nullable(),
    last_request_at: ofOrganisation.timestamp.nullable(),
    /** When an Organiser last confirmed that the provider may deactivate many users; earlier deactivations do not count. */
    deactivations_confirmed_at: ofOrganisation.timestamp.nullable(),
    updated_at: ofOrganisation.timestamp,
  })({ person: [{ as: 'provisioningTurnedOn', by: 'enabled_by' }], erased: { stays: 'Data of an organisation' } }),
  /** The role for a value of `roles`, as the provider writes it. */
  scim_role: table({ ent_org_id: plain.integer, value: plain.text, role: plain.text.as<RoleKey>() })({
    person: noPerson('Settings of an organisation'),
  }),
  /** Organisers that SCIM neither sees nor changes. */
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
    /** The columns of `ent_usr` that SCIM has set. */
    set_fields: copied.texts.default([]),
    /** The SCIM id of a manager who does not exist yet. */
    waiting_manager: otherPerson.text.nullable(),
    /** Null: the provider has looked them up and not written yet. */
    managed_at: copied.timestamp.nullable(),
    created_at: copied.timestamp,
    updated_at: copied.timestamp,
  })({ person: [{ as: 'provisionedAccounts' }], counted: 'PROVIDER_ACCOUNTS' }),
  /** Failed requests, the last of each organisation. */
  scim_failure: table({
    id: copied.id,
    ent_org_id: finds.integer,
    at: copied.timestamp,
    method: copied.text,
    path: received.text,
    user_name: received.text.nullable(),
    status: copied.integer,
    reason: received.text,
    /** A hash of the user and the reason, which have one line. Null: a line of before. */
    line: derived.text.nullable(),
    /** How many requests failed in this way; the columns above are those of the last one. */
    count: internal.integer.default(1),
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
  /** What an Organiser must look at: one of each kind for a user. */
  provisioning_issue: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    kind: copied.text.as<ProvisioningIssueKind>(),
    /** The email address at the provider, the reason of a failed deactivation, or the id of the access review. */
    detail: copied.text.nullable(),
    at: copied.timestamp,
  })({ person: [{ as: 'provisioningIssues' }] }),
};
