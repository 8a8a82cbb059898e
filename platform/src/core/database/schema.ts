import type { SettingColumns } from '@console/contract/organisation-settings';
import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type { AuditTables } from './audit-tables.ts';
import type { BulkTables } from './bulk-tables.ts';
import type { ErasureTables } from './erasure-tables.ts';
import type { FactorTables } from './factor-tables.ts';
import type { KeyTables } from './key-tables.ts';
import type { NoticeTable } from './notice-table.ts';
import type { ProvisioningTables } from './provisioning-tables.ts';
import type { ReviewTables } from './review-tables.ts';
import type { SessionStart } from './session-start.ts';
import type { SsoTables } from './sso-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

type Id = GeneratedAlways<number>;

/** The tables after all `migrations/`. */
export interface Database
  extends AuditTables,
    BulkTables,
    ErasureTables,
    FactorTables,
    KeyTables,
    NoticeTable,
    ProvisioningTables,
    ReviewTables,
    SsoTables,
    WebhookTables {
  role: { id: number; id_str: string; label: string; level: number };
  ent_org: {
    id: Id;
    guid: string;
    brandname: string;
    legalname: string | null;
    industry: string | null;
    email_domain: string | null;
    website: string | null;
    user_limit: number | null;
    is_disabled: Generated<boolean>;
    pin: string | null;
    country: string | null;
    state: string | null;
    city: string | null;
    registered_address: string | null;
    logo_id: string | null;
    icon_id: string | null;
    organizer_id: number | null;
    otp_required: Generated<boolean>;
    notification_frequency: string | null;
    /** An IANA name: when emails of a time of day are sent. */
    time_zone: Generated<string>;
    /** The last day in this zone, `YYYY-MM-DD`, on which digests were sent or were no longer due; null: none. */
    digest_day: Generated<string | null>;
    created_at: Date;
    updated_at: Date;
    /** What searches read, written by the database; null in a row that was loaded without triggers. */
    folded_text: GeneratedAlways<string | null>;
  } & { [Column in keyof SettingColumns]: Generated<SettingColumns[Column]> };
  /** Backups that were completed, the last hundred. */
  backup_run: {
    id: Id;
    finished_at: Date;
    bytes: number;
    row_count: number;
    is_encrypted: boolean;
    has_secrets: boolean;
  };
  stored_file: {
    id: string;
    ent_org_id: number | null;
    file_name: string;
    content_type: string;
    bytes: Uint8Array;
    created_at: Date;
  };
  ent_usr: {
    id: Id;
    ent_org_id: number | null;
    email: string;
    firstname: string | null;
    lastname: string | null;
    country_code: string | null;
    mobile: string | null;
    designation: string | null;
    role_id: number | null;
    dept_lead: Generated<boolean>;
    supervisor: string | null;
    department_name: string | null;
    password_hash: string | null;
    /** Null while a user has no password, or has one of an earlier release. */
    password_changed_at: Date | null;
    /** Null: never, or not known. */
    last_sign_in_at: Date | null;
    /** From when the days to set up a required factor count, if that is later than the user's creation. */
    factor_grace_from: Date | null;
    is_disabled: Generated<boolean>;
    /** When an operator imported the user; not known before this release. */
    imported_at: Generated<Date | null>;
    /** Since when they cannot sign in although they are active: the identity provider has deactivated a responder. */
    sign_in_blocked_at: Generated<Date | null>;
    /** Since when they get no digest of what is pending. */
    digest_off_at: Generated<Date | null>;
    erased_at: Generated<Date | null>;
    /** Since when the identity provider has deactivated them; null as soon as anything else activates or deactivates them. */
    deprovisioned_at: Generated<Date | null>;
    /** When password and second factors of a proven account ended because another person has it from then on. */
    account_reset_at: Generated<Date | null>;
    /** When the identity provider last tried to create them although a person has deactivated them. */
    return_refused_at: Generated<Date | null>;
    created_at: Date;
    updated_at: Date;
    /** What searches read, written by the database; null until the running platform has filled it for rows of an earlier release. */
    folded_text: GeneratedAlways<string | null>;
  };
  /** Maintained by triggers. A count is the sum of all rows of its key; role 0 is none. */
  user_count: {
    id: Id;
    ent_org_id: number;
    role_id: number;
    is_disabled: boolean;
    users: number;
  };
  session: {
    id: Id;
    ent_usr_id: number;
    key_hash: string;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    /** Begun with a second factor or by a provider, or one was set up in it. */
    has_factor: Generated<boolean>;
    /** This and the next: of the sign-in. */
    user_agent: string | null;
    client_address: string | null;
    /** Of a session that was handed over: when the first one began. */
    began_at: Generated<Date | null>;
    /** Null: of an earlier release. */
    began_by: Generated<SessionStart | null>;
    /** The session at the provider, as `providerSessionHash`. */
    provider_session: Generated<string | null>;
    /** What signing out at the provider needs, as `ProviderSignOut`, encrypted for the user; null where its provider does not offer it. */
    provider_sign_out_sealed: Generated<string | null>;
  };
  session_token: {
    id: Id;
    session_id: number;
    token_hash: string;
    created_at: Date;
    first_used_at: Date | null;
    dies_at: Date | null;
  };
  login_attempt: {
    id: Id;
    ent_usr_id: number;
    attempt_hash: string | null;
    code_hash: string | null;
    code_expires_at: Date | null;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  otp_send: {
    id: Id;
    ent_usr_id: number;
    login_attempt_id: number | null;
    bound: boolean;
    sent_at: Date;
    used_at: Date | null;
  };
  remember_token: {
    id: Id;
    ent_usr_id: number;
    token_hash: string;
    created_at: Date;
    expires_at: Date;
    /** This and the next two: of the last sign-in with it. */
    user_agent: string | null;
    client_address: string | null;
    last_used_at: Date | null;
  };
  /** The digests of pending items, by day: no day has two. The token turns digests off. */
  digest_email: { ent_usr_id: number; day: string; token_hash: string; created_at: Date; expires_at: Date };
  /** The browsers that a user has signed in with; an unknown name is empty. */
  known_device: { ent_usr_id: number; browser: string; system: string; last_used_at: Date };
  user_token: {
    id: Id;
    ent_usr_id: number;
    kind: 'reset' | 'invitation' | 'onboarding';
    token_hash: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  handover_token: {
    id: Id;
    session_id: number;
    module_id: string;
    token_hash: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  password_proof: {
    id: Id;
    session_id: number | null;
    api_key_id: number | null;
    proved_at: Date;
    used_at: Date | null;
    settings_org_id: number | null; // it is valid for the sign-in settings of this organisation a while longer
  };
  org_mapping: {
    id: Id;
    vendor_id: number;
    customer_id: number;
    activated: boolean | null;
    status: string | null;
    requested_by_org_id: number;
    requester_id: number | null;
    mapped_user_id: number | null;
    /** Null: requested before they were stored. */
    modules: string[] | null;
    created_at: Date;
    updated_at: Date;
  };
  org_invitation: {
    ent_usr_id: number;
    customer_id: number;
    requester_id: number | null;
    modules: string[] | null;
    created_at: Date;
  };
  /** One row for each user, kind and inviting organisation; inviting again renews it. */
  invitation: {
    id: Id;
    ent_org_id: number;
    ent_usr_id: number;
    kind: 'user' | 'organisation' | 'external_user';
    requester_id: number | null;
    /** Of the link that was sent or copied last. */
    token_hash: string | null;
    sent_at: Date;
    expires_at: Date | null;
    revoked_at: Date | null;
    copied_at: Date | null;
    /** Since another organisation has taken over the invited user: it cannot be accepted before it is sent again. */
    voided_at: Generated<Date | null>;
    /** Up to which expiry it was looked at, for the activity. */
    expiry_seen: Generated<Date | null>;
  };
  user_mapping: {
    id: Id;
    ent_usr_id: number;
    mapped_org_id: number;
    activated: boolean | null;
    status: string | null;
    requester_id: number | null;
    modules: Generated<string[]>;
    created_at: Date;
    updated_at: Date;
  };
  subscribed_model: { id: Id; ent_org_id: number; title: string; created_at: Date };
  subscribed_module: { ent_org_id: number; module_id: string };
  asmt: {
    id: Id;
    guid: string | null;
    ent_org_id: number;
    title: string;
    model_title: string | null;
    description: string | null;
    audit_type: string | null;
    audit_status: string;
    assessor_id: number | null;
    auditee_id: number | null;
    start_date: Date | null;
    end_date: Date | null;
    actual_start_date: Date | null;
    actual_end_date: Date | null;
    response_pending_count: Generated<number>;
    response_completed_count: Generated<number>;
    evaluation_pending_count: Generated<number>;
    evaluation_completed_count: Generated<number>;
    total_cntrls_count: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  responder: { ent_usr_id: number; kind: 'continuer' | 'investigator' | 'arc' };
  idempotency_key: {
    /** A person, or the next: a key of an organisation. */
    ent_usr_id: Generated<number | null>;
    api_key_id: Generated<number | null>;
    call: string;
    key: string;
    request_hash: string;
    answer: string | null;
    created_at: Date;
  };
  idempotent_operation: {
    /** A person, or the next: a key of an organisation. */
    ent_usr_id: Generated<number | null>;
    api_key_id: Generated<number | null>;
    key_hash: string;
    input_hash: string;
    /** While it counts as running. */
    leased_until: Date | null;
    /** This and the next: sealed by the gateway. */
    journal: string | null;
    answer: string | null;
    created_at: Date;
  };
  mail: {
    id: Id;
    recipient: string;
    /** The user who had this email address when it was written. */
    recipient_id: number | null;
    subject: string;
    body_text: string | null;
    body_html: string | null;
    created_at: Date;
    expires_at: Date | null;
    sent_at: Date | null;
    failed_at: Date | null;
    /** Why the last try failed. */
    failure: string | null;
    invitation_id: number | null;
    /** The recipient waits for a passcode and for a link to reset a password. */
    kind: 'passcode' | 'reset' | null;
    /** The organisation that caused it, if many can be caused at once. */
    ent_org_id: number | null;
    /** Where a mail program ends emails of its kind; deleted with the text. */
    unsubscribe_url: Generated<string | null>;
    refusals: Generated<number>;
  };
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
