import { copied, finds, inProgress, internal, onlySecrets, plain, secret, table } from '../core/database/table.ts';

export const sessionTables = {
  session: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    key_hash: secret.text,
    created_at: copied.timestamp,
    last_used_at: copied.timestamp,
    expires_at: copied.timestamp,
    ended_at: copied.timestamp.nullable(),
    /** True after a second factor, a provider's sign-in, or setting one up. */
    has_factor: copied.boolean.default(false),
    /** This and the next column describe the sign-in. */
    user_agent: copied.text.nullable(),
    client_address: copied.text.nullable(),
    /** Start of the first session of a handover. */
    began_at: copied.timestamp.nullable(),
    /** Null for an earlier release. */
    began_by: copied.text.as<'password' | 'passkey' | 'provider'>().nullable(),
    /** Session at the provider, from `providerSessionHash`. */
    provider_session: secret.text.nullable(),
    /** `ProviderSignOut`, encrypted for the user; null if the provider does not offer it. */
    provider_sign_out_sealed: secret.text.nullable(),
  })({ person: [{ as: 'sessions' }], backup: 'none', counted: 'SIGN_INS', kept: [{ days: 1, since: 'expires_at' }] }),
  session_token: table({
    id: plain.id,
    session_id: plain.integer,
    token_hash: secret.text,
    created_at: plain.timestamp,
    first_used_at: plain.timestamp.nullable(),
    dies_at: plain.timestamp.nullable(),
  })({ organisation: [], person: onlySecrets, backup: 'none', erased: 'with its row' }),
  login_attempt: table({
    id: plain.id,
    ent_usr_id: plain.integer,
    attempt_hash: secret.text.nullable(),
    code_hash: secret.text.nullable(),
    code_expires_at: plain.timestamp.nullable(),
    tries: plain.integer.default(0),
    created_at: plain.timestamp,
    expires_at: plain.timestamp,
  })({ ...inProgress, kept: [{ days: 1, since: 'expires_at' }] }),
  otp_send: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    login_attempt_id: internal.integer.nullable(),
    bound: internal.boolean,
    sent_at: copied.timestamp,
    used_at: copied.timestamp.nullable(),
  })({ person: [{ as: 'passcodeEmails' }], backup: 'none', kept: [{ days: 1, since: 'sent_at' }] }),
  remember_token: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    token_hash: secret.text,
    created_at: copied.timestamp,
    expires_at: copied.timestamp,
    /** This and the next two columns describe the last sign-in with the device. */
    user_agent: copied.text.nullable(),
    client_address: copied.text.nullable(),
    last_used_at: copied.timestamp.nullable(),
  })({
    person: [{ as: 'rememberedDevices' }],
    backup: 'none',
    counted: 'SIGN_INS',
    kept: [{ days: 1, since: 'expires_at' }],
  }),
  /** Browsers with which a user has signed in. The name is empty if it is unknown. */
  known_device: table({
    ent_usr_id: finds.integer,
    browser: copied.text,
    system: copied.text,
    last_used_at: copied.timestamp,
  })({ person: [{ as: 'knownBrowsers' }], counted: 'SIGN_INS', kept: [{ days: 180, since: 'last_used_at' }] }),
  handover_token: table({
    id: plain.id,
    session_id: plain.integer,
    module_id: plain.text,
    token_hash: secret.text,
    created_at: plain.timestamp,
    expires_at: plain.timestamp,
    used_at: plain.timestamp.nullable(),
  })({ ...inProgress, erased: 'with its row', kept: [{ days: 1, since: 'expires_at' }] }),
};
