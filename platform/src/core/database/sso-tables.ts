import type { RoleKey } from '@console/contract/access';
import type { LogoutRefusal } from '@console/contract/calls/back-channel-logout';
import type { singleSignOnDefaultRoles } from '@console/contract/calls/single-sign-on';
import type { singleSignOnTestKinds, singleSignOnTestSteps } from '@console/contract/calls/single-sign-on-test';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** What a step of a test has found; `has_passed` is null for a step that was not reached. */
export interface SsoFinding {
  step: (typeof singleSignOnTestSteps)[number];
  has_passed: boolean | null;
  message: string;
}

/** The tables of single sign-on. */
export interface SsoTables {
  sso: {
    ent_org_id: number;
    client_id: string;
    tenant_id: string;
    client_secret_sealed: string;
    updated_at: Date;
    /** Null: worked out from the tenant. */
    issuer: string | null;
    /** Of new people; null: none is created. */
    default_role: (typeof singleSignOnDefaultRoles)[number] | null;
    /** The day on which the client secret expires, such as `2027-01-31`; null: not known. */
    secret_expires_on: string | null;
    /** The days before it of the last mail about it. */
    secret_reminded_days: number | null;
    /** When the settings as they are have passed a test of the connection. */
    tested_at: Date | null;
    /** When issuer, client and secret as they are have passed a test by signing in. */
    signed_in_at: Date | null;
    /** Since when the provider refuses client ID and secret at sign-ins; null: it does not. */
    client_refused_at: ColumnType<Date | null, Date | null | undefined>;
    /** When the last logout token was refused, and why; null: none since one was accepted. */
    logout_refused_at: ColumnType<Date | null, Date | null | undefined>;
    logout_refusal: ColumnType<LogoutRefusal | null, LogoutRefusal | null | undefined>;
    /** Null while it is off, as this and the next. */
    enabled_at: Date | null;
    enabled_by: number | null;
    /** The role at that time: no higher one signs in. */
    enabled_by_role: RoleKey | null;
    /** Null while passwords sign everyone in. */
    required_at: Date | null;
    /** Whether signing out of a session that began with the provider always signs out there too. */
    signs_out_at_provider: Generated<boolean>;
  };
  sso_domain: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    /** In small letters. */
    domain: string;
    /** Public: it is in the TXT record. */
    token: string;
    created_at: Date;
    verified_at: Date | null;
    is_verified_by_administrator: Generated<boolean>;
  };
  /** Links between users and accounts at the provider of an organisation. */
  sso_link: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    ent_usr_id: number;
    issuer: string;
    subject: string;
    created_at: Date;
  };
  /** A sign-in that was begun and is not completed. */
  sso_start: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    state_hash: string;
    /** Of the secret that binds it to a browser. */
    attempt_hash: string;
    issuer: string;
    client_id: string;
    nonce: string;
    verifier_sealed: string;
    expires_at: Date;
    /** Of a confirmation or a test: the session that it is for; null: a sign-in. */
    session_id: ColumnType<number | null, number | null | undefined>;
    /** As `session_id`. */
    begun_at: ColumnType<Date | null, Date | null | undefined>;
  };
  /** The first sign-in of an account by a provider, until the mail about it is answered: one of an account at a time. */
  sso_confirmation: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    ent_usr_id: number;
    /** Where the mail went, in small letters. */
    email: string;
    issuer: string;
    client_id: string;
    subject: string;
    token_hash: string;
    expires_at: Date;
    /** The link that it takes the place of; null: a first sign-in. */
    replaces_link: ColumnType<number | null, number | null | undefined>;
  };
  /** A logout token that was used: each is valid once. */
  logout_token: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    token_hash: string;
    /** The session at the provider that it has ended, as `providerSessionHash`. */
    provider_session: string | null;
    expires_at: Date;
  };
  sso_test: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    ent_usr_id: number | null;
    created_at: Date;
    kind: (typeof singleSignOnTestKinds)[number];
    has_passed: boolean;
    /** JSON of SsoFinding[]. */
    findings: string;
  };
}
