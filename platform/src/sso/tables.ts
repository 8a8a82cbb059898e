import type { RoleKey } from '@console/contract/access';
import type { LogoutRefusal } from '@console/contract/calls/back-channel-logout';
import type { singleSignOnDefaultRoles } from '@console/contract/calls/single-sign-on';
import type { singleSignOnTestKinds, singleSignOnTestSteps } from '@console/contract/calls/single-sign-on-test';
import {
  copied,
  finds,
  inProgress,
  internal,
  noPerson,
  ofOrganisation,
  plain,
  proof,
  secret,
  table,
} from '../core/database/table.ts';

/** Finding of a test step; `has_passed` is null if it was not reached. */
export interface SsoFinding {
  step: (typeof singleSignOnTestSteps)[number];
  has_passed: boolean | null;
  message: string;
}

export const ssoTables = {
  sso: table({
    ent_org_id: finds.integer,
    client_id: ofOrganisation.text,
    tenant_id: ofOrganisation.text,
    client_secret_sealed: secret.text.sealed('sso'),
    updated_at: ofOrganisation.timestamp,
    /** Null if derived from the tenant. */
    issuer: ofOrganisation.text.nullable(),
    /** Role of new users; null if none are created. */
    default_role: ofOrganisation.text.as<(typeof singleSignOnDefaultRoles)[number]>().nullable(),
    /** Day on which the client secret expires, such as `2027-01-31`; null if unknown. */
    secret_expires_on: ofOrganisation.text.nullable(),
    /** Days before the expiry of the last email. */
    secret_reminded_days: ofOrganisation.integer.nullable(),
    /** When the current settings passed a test of the connection. */
    tested_at: ofOrganisation.timestamp.nullable(),
    /** When the current issuer, client and secret passed a test by signing in. */
    signed_in_at: ofOrganisation.timestamp.nullable(),
    /** When the provider began to reject client ID and secret at sign-ins; null if it accepts them. */
    client_refused_at: ofOrganisation.timestamp.nullable(),
    /** When and why the last logout token was rejected; null if one was accepted since. */
    logout_refused_at: ofOrganisation.timestamp.nullable(),
    logout_refusal: ofOrganisation.text.as<LogoutRefusal>().nullable(),
    /** Null while single sign-on is off, like the next two columns. */
    enabled_at: copied.timestamp.nullable(),
    enabled_by: finds.integer.nullable(),
    /** Role of that user at that time: users with a higher role cannot sign in. */
    enabled_by_role: ofOrganisation.text.as<RoleKey>().nullable(),
    /** Null while everyone can sign in with a password. */
    required_at: ofOrganisation.timestamp.nullable(),
    /** Whether signing out of a provider's session always signs out there too. */
    signs_out_at_provider: ofOrganisation.boolean.default(false),
  })({
    person: [{ as: 'singleSignOnTurnedOn', by: 'enabled_by' }],
    backup: {
      rows: 'all',
      withoutSecrets: {
        client_secret_sealed: "''",
        tested_at: 'null::timestamptz',
        signed_in_at: 'null::timestamptz',
        enabled_at: 'null::timestamptz',
        enabled_by: 'null::integer',
        enabled_by_role: 'null::text',
        required_at: 'null::timestamptz',
      },
    },
    erased: { stays: 'Data of an organisation' },
  }),
  sso_domain: table({
    id: plain.id,
    ent_org_id: plain.integer,
    /** In lower case. */
    domain: plain.text,
    /** Public, because it is in the TXT record. */
    token: proof.text,
    created_at: plain.timestamp,
    verified_at: plain.timestamp.nullable(),
    is_verified_by_administrator: plain.boolean.default(false),
    /** When the record of the verified domain is looked up again; null: a year after `verified_at`. */
    check_at: plain.timestamp.nullable(),
    record_missing_since: plain.timestamp.nullable(),
  })({ person: noPerson('Settings of an organisation') }),
  sso_link: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    issuer: copied.text,
    subject: copied.text,
    created_at: copied.timestamp,
  })({ person: [{ as: 'accountsAtProvider' }], counted: 'PROVIDER_ACCOUNTS' }),
  /** Sign-ins that are not completed. */
  sso_start: table({
    id: plain.id,
    ent_org_id: plain.integer,
    state_hash: secret.text,
    /** Hash of the secret that binds the sign-in to a browser. */
    attempt_hash: secret.text,
    issuer: plain.text,
    client_id: plain.text,
    nonce: secret.text,
    verifier_sealed: secret.text,
    expires_at: plain.timestamp,
    /** Session of a confirmation or test; null for a sign-in. */
    session_id: plain.integer.nullable(),
    /** Like `session_id`, only for a confirmation or test. */
    begun_at: plain.timestamp.nullable(),
  })({ ...inProgress, erased: 'nothing', kept: [{ days: 1, since: 'expires_at' }] }),
  /** First sign-in at a provider until its email is confirmed, one per account. */
  sso_confirmation: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    /** Recipient of the email, in lower case. */
    email: copied.text,
    issuer: copied.text,
    client_id: internal.text,
    subject: copied.text,
    token_hash: secret.text,
    expires_at: copied.timestamp,
    /** Link to replace; null for a first sign-in. */
    replaces_link: internal.integer.nullable(),
  })({ person: [{ as: 'accountsAtProviderToConfirm' }], backup: 'none', kept: [{ days: 1, since: 'expires_at' }] }),
  /** Used logout tokens: each is valid once. */
  logout_token: table({
    id: plain.id,
    ent_org_id: plain.integer,
    token_hash: secret.text,
    /** Session at the provider that the token has ended, from `providerSessionHash`. */
    provider_session: secret.text.nullable(),
    expires_at: plain.timestamp,
  })({
    organisation: [],
    person: noPerson('Hashes of tokens of an identity provider'),
    backup: 'none',
    kept: [{ days: 1, since: 'expires_at' }],
  }),
  sso_test: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer.nullable(),
    created_at: copied.timestamp,
    kind: copied.text.as<(typeof singleSignOnTestKinds)[number]>().default('CONNECTION'),
    has_passed: copied.boolean,
    findings: ofOrganisation.text,
  })({ person: [{ as: 'singleSignOnTests' }] }),
};
