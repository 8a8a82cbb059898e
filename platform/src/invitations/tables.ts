import { copied, finds, internal, secret, table } from '../core/database/table.ts';

export const invitationTables = {
  /** One row per user, kind and inviting organisation; inviting again renews it. */
  invitation: table({
    id: copied.id,
    ent_org_id: copied.integer,
    ent_usr_id: finds.integer,
    kind: copied.oneOf(['user', 'organisation', 'external_user']),
    requester_id: finds.integer.nullable(),
    /** The last link that was sent or copied. */
    token_hash: secret.text.nullable(),
    sent_at: copied.timestamp,
    expires_at: copied.timestamp.nullable(),
    revoked_at: copied.timestamp.nullable(),
    copied_at: copied.timestamp.nullable(),
    /** Time when another organisation took over the user: it must be resent before acceptance. */
    voided_at: copied.timestamp.nullable(),
    /** Expiry up to which it was examined for the activity. */
    expiry_seen: internal.timestamp.nullable().default(new Date(0)),
  })({
    person: [{ as: 'invitations' }, { as: 'sentInvitations', by: 'requester_id', columns: ['id', 'kind', 'sent_at'] }],
    counted: 'INVITATIONS',
  }),
};
