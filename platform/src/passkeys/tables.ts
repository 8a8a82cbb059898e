import { copied, finds, noPerson, plain, proof, secret, table } from '../core/database/table.ts';

export const passkeyTables = {
  passkey: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    name: copied.text,
    /** In base64url, as browsers write it. */
    credential_id: proof.text,
    /** COSE, in base64url. */
    public_key: proof.text,
    /** How often the device says that it has signed; 0 where it does not count. */
    sign_count: proof.bigint,
    transports: copied.texts,
    created_at: copied.timestamp,
    last_used_at: copied.timestamp.nullable(),
  })({ person: [{ as: 'passkeys' }], counted: 'SIGN_INS' }),
  /** Challenges that were used to sign in or to make a passkey, until they expire. */
  used_passkey_challenge: table({ challenge_hash: secret.text, expires_at: plain.timestamp })({
    organisation: [],
    person: noPerson('Hashes'),
    backup: 'with-secrets',
    kept: [{ days: 1, since: 'expires_at' }],
  }),
};
