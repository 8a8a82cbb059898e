import { copied, finds, inProgress, plain, secret, table } from '../core/database/table.ts';

export const accountTables = {
  user_token: table({
    id: copied.id,
    ent_usr_id: finds.integer,
    kind: copied.oneOf(['reset', 'invitation', 'onboarding']),
    token_hash: secret.text,
    created_at: copied.timestamp,
    expires_at: copied.timestamp,
    used_at: copied.timestamp.nullable(),
  })({
    person: [{ as: 'emailedLinks' }],
    backup: { rows: 'with-secrets', notRestored: "kind = 'reset'" },
    kept: [{ days: 1, since: 'expires_at' }],
  }),
  password_proof: table({
    id: plain.id,
    session_id: plain.integer.nullable(),
    api_key_id: plain.integer.nullable(),
    proved_at: plain.timestamp,
    used_at: plain.timestamp.nullable(),
    /** Organisation with settings that the session can change again with this confirmation, within minutes. */
    settings_org_id: plain.integer.nullable(),
  })({ ...inProgress, erased: 'with its row', kept: [{ days: 1, since: 'proved_at' }] }),
};
