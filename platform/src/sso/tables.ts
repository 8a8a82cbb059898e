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

/** What a step of a test has found; `has_passed` is null for a step that was not reached. */
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
    /** Null: worked out from the tenant. */
    issuer: ofOrganisation.text.nullable(),
    /** Of new people; null: none is created. */
    default_role: ofOrganisation.text.as<(typeof singleSignOnDefaultRoles)[number]>().nullable(),
    /** The day on which the client secret expires, such as `2027-01-31`; null: not known. */
    secret_expires_on: ofOrganisation.text.nullable(),
    /** The days before it of the last mail about it. */
    secret_reminded_days: ofOrganisation.integer.nullable(),
    /** When the settings as they are have passed a test of the connection. */
    tested_at: ofOrganisation.timestamp.nullable(),
    /** When issuer, client and secret as they are have passed a test by signing in. */
    signed_in_at: ofOrganisation.timestamp.nullable(),
    /** Since when the provider refuses client ID and secret at sign-ins; null: it does not. */
    client_refused_at: ofOrganisation.timestamp.nullable(),
    /** When the last logout token was refused, and why; null: none since one was accepted. */
    logout_refused_at: ofOrganisation.timestamp.nullable(),
    logout_refusal: ofOrganisation.text.as<LogoutRefusal>().nullable(),
    /** Null while it is off, as this and the next. */
    enabled_at: copied.timestamp.nullable(),
    enabled_by: finds.integer.nullable(),
    /** The role at that time: no higher one signs in. */
    enabled_by_role: ofOrganisation.text.as<RoleKey>().nullable(),
    /** Null while passwords sign everyone in. */
    required_at: ofOrganisation.timestamp.nullable(),
    /** Whether signing out of a session that began with the provider always signs out there too. */
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
    /** In small letters. */
    domain: plain.text,
    /** Public: it is in the TXT record. */
    token: proof.text,
    created_at: plain.timestamp,
    verified_at: plain.timestamp.nullable(),
    is_verified_by_administrator: plain.boolean.default(false),
  })({ person: noPerson('Settings of an organisation') }),
  /** Links between users and accounts at the provider of an organisation. */
  sso_link: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    issuer: copied.text,
    subject: copied.text,
    created_at: copied.timestamp,
  })({ person: [{ as: 'accountsAtProvider' }], counted: 'PROVIDER_ACCOUNTS' }),
  /** A sign-in that was begun and is not completed. */
  sso_start: table({
    id: plain.id,
    ent_org_id: plain.integer,
    state_hash: secret.text,
    /** Of the secret that binds it to a browser. */
    attempt_hash: secret.text,
    issuer: plain.text,
    client_id: plain.text,
    nonce: secret.text,
    verifier_sealed: secret.text,
    expires_at: plain.timestamp,
    /** Of a confirmation or a test: the session that it is for; null: a sign-in. */
    session_id: plain.integer.nullable(),
    /** As `session_id`. */
    begun_at: plain.timestamp.nullable(),
  })({ ...inProgress, erased: 'nothing', kept: [{ days: 1, since: 'expires_at' }] }),
  /** The first sign-in of an account by a provider, until the mail about it is answered: one of an account at a time. */
  sso_confirmation: table({
    id: copied.id,
    ent_org_id: finds.integer,
    ent_usr_id: finds.integer,
    /** Where the mail went, in small letters. */
    email: copied.text,
    issuer: copied.text,
    client_id: internal.text,
    subject: copied.text,
    token_hash: secret.text,
    expires_at: copied.timestamp,
    /** The link that it takes the place of; null: a first sign-in. */
    replaces_link: internal.integer.nullable(),
  })({ person: [{ as: 'accountsAtProviderToConfirm' }], backup: 'none', kept: [{ days: 1, since: 'expires_at' }] }),
  /** A logout token that was used: each is valid once. */
  logout_token: table({
    id: plain.id,
    ent_org_id: plain.integer,
    token_hash: secret.text,
    /** The session at the provider that it has ended, as `providerSessionHash`. */
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
    /** JSON of SsoFinding[]. */
    findings: ofOrganisation.text,
  })({ person: [{ as: 'singleSignOnTests' }] }),
};
