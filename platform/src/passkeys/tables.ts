import { copied, finds, noPerson, plain, proof, secret, table } from '../core/database/table.ts';

export const passkeyTables = {
  passkey: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    name: copied.text,
    /** base64url, as browsers write it. */
    credential_id: proof.text,
    /** COSE, in base64url. */
    public_key: proof.text,
    /** Signatures as the device counts them; 0 if it does not count. */
    sign_count: proof.bigint,
    transports: copied.texts,
    created_at: copied.timestamp,
    last_used_at: copied.timestamp.nullable(),
  })({ person: [{ as: 'passkeys' }], counted: 'SIGN_INS' }),
  /** Used challenges, until they expire. */
  used_passkey_challenge: table({ challenge_hash: secret.text, expires_at: plain.timestamp })({
    organisation: [],
    person: noPerson('Hashes'),
    backup: 'with-secrets',
    kept: [{ days: 1, since: 'expires_at' }],
  }),
};
