import { copied, finds, inProgress, onlySecrets, plain, secret, table } from '../core/database/table.ts';

export const securityTables = {
  app_factor: table({
    ent_usr_id: finds.integer,
    secret_sealed: secret.text.sealed('second-factor'),
    /** The 30-second step of the last used code. */
    last_step: secret.integer,
    created_at: copied.timestamp,
  })({ person: [{ as: 'authenticatorApp' }], backup: 'with-secrets', counted: 'SIGN_INS' }),
  /** Unconfirmed authenticator apps, one per session. */
  app_setup: table({
    id: plain.id,
    session_id: plain.integer,
    ent_usr_id: plain.integer,
    secret_sealed: secret.text,
    tries: plain.integer.default(0),
    expires_at: plain.timestamp,
  })({ ...inProgress, kept: [{ days: 1, since: 'expires_at' }] }),
  recovery_code: table({ ent_usr_id: plain.integer, code_hash: secret.text })({
    organisation: [],
    person: onlySecrets,
    backup: 'with-secrets',
  }),
};
