import type { RoleKey } from '@console/contract/access';
import type { ProvisioningIssueKind } from '@console/contract/generated/schema-types';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables of provisioning by SCIM, and of addresses that an operator allows. */
export interface ProvisioningTables {
  /** Addresses from which Administrators always reach the settings of their own organisation. */
  operator_address: { id: GeneratedAlways<number>; address: string; created_at: Date };
  scim_setting: {
    ent_org_id: number;
    /** Null while it is off. */
    enabled_at: Date | null;
    enabled_by: number | null;
    default_role: RoleKey;
    default_designation: string;
    default_department: string;
    /** An email address; null: the organisation's organiser. */
    default_supervisor: string | null;
    last_request_at: Generated<Date | null>;
    /** When an Organiser last confirmed that the provider may deactivate many users; earlier deactivations do not count. */
    deactivations_confirmed_at: Generated<Date | null>;
    updated_at: Date;
  };
  /** The role for a value of `roles`, as the provider writes it. */
  scim_role: { ent_org_id: number; value: string; role: RoleKey };
  /** Organisers that SCIM neither sees nor changes. */
  scim_unmanaged: { ent_org_id: number; ent_usr_id: number };
  scim_user: {
    id: string;
    ent_org_id: number;
    ent_usr_id: number;
    user_name: string;
    external_id: string | null;
    /** Attributes that the product does not use, as they were sent. */
    other: ColumnType<Record<string, unknown>, string | undefined, string>;
    /** The columns of `ent_usr` that SCIM has set. */
    set_fields: Generated<string[]>;
    /** The SCIM id of a manager who does not exist yet. */
    waiting_manager: Generated<string | null>;
    /** Null: the provider has looked them up and not written yet. */
    managed_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  /** Failed requests, the last of each organisation. */
  scim_failure: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    at: Date;
    method: string;
    path: string;
    user_name: string | null;
    status: number;
    reason: string;
    /** A hash of the user and the reason, which have one line. Null: a line of before. */
    line: Generated<string | null>;
    /** How many requests failed in this way; the columns above are those of the last one. */
    count: Generated<number>;
  };
  /** What an Organiser must look at: one of each kind for a user. */
  provisioning_issue: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    ent_usr_id: number;
    kind: ProvisioningIssueKind;
    /** The email address at the provider, the reason of a failed deactivation, or the id of the access review. */
    detail: string | null;
    at: Date;
  };
  /** Deactivations by a provider within an hour. */
  scim_deactivation: { id: GeneratedAlways<number>; ent_org_id: number; ent_usr_id: number; at: Date };
}
