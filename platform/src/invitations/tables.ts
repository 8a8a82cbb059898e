import { copied, finds, internal, secret, table } from '../core/database/table.ts';

export const invitationTables = {
  /** One row for each user, kind and inviting organisation; inviting again renews it. */
  invitation: table({
    id: copied.id,
    ent_org_id: copied.integer,
    ent_usr_id: finds.integer,
    kind: copied.oneOf(['user', 'organisation', 'external_user']),
    requester_id: finds.integer.nullable(),
    /** Of the link that was sent or copied last. */
    token_hash: secret.text.nullable(),
    sent_at: copied.timestamp,
    expires_at: copied.timestamp.nullable(),
    revoked_at: copied.timestamp.nullable(),
    copied_at: copied.timestamp.nullable(),
    /** Since another organisation has taken over the invited user: it cannot be accepted before it is sent again. */
    voided_at: copied.timestamp.nullable(),
    /** Up to which expiry it was looked at, for the activity. */
    expiry_seen: internal.timestamp.nullable().default(new Date(0)),
  })({
    person: [{ as: 'invitations' }, { as: 'sentInvitations', by: 'requester_id', columns: ['id', 'kind', 'sent_at'] }],
    counted: 'INVITATIONS',
  }),
};
