import { copied, finds, secret, table, unusableHash } from '../core/database/table.ts';

export const pendingTables = {
  /** One email per user and day. The token turns the emails off. */
  digest_email: table({
    ent_usr_id: finds.integer,
    day: copied.text,
    token_hash: secret.text,
    created_at: copied.timestamp,
    expires_at: copied.timestamp,
  })({
    person: [{ as: 'digests' }],
    backup: { rows: 'all', withoutSecrets: { token_hash: unusableHash } },
    kept: [{ days: 1, since: 'expires_at' }],
  }),
};
