import type { invitationState } from '@console/contract/calls/invitations';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../core/database/schema.ts';

export type InvitationState = z.output<typeof invitationState>;

/** Invitations with the columns that decide their state, without those of users who moved to another organisation. */
export const joinInvitations = (db: Kysely<Database>) =>
  db
    .selectFrom('invitation')
    .innerJoin('ent_usr', 'ent_usr.id', 'invitation.ent_usr_id')
    .innerJoin('ent_org', 'ent_org.id', 'invitation.ent_org_id')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('user_mapping', (join) =>
      join
        .onRef('user_mapping.ent_usr_id', '=', 'invitation.ent_usr_id')
        .onRef('user_mapping.mapped_org_id', '=', 'invitation.ent_org_id')
        .on('invitation.kind', '=', 'external_user'),
    )
    // The last email.
    .leftJoin('mail', (join) =>
      join.on(sql<boolean>`mail.id = (select max(one.id) from mail one where one.invitation_id = invitation.id)`),
    )
    .where(
      sql<boolean>`(invitation.kind <> 'user'
        or (invitation.voided_at is null and coalesce(ent_usr.ent_org_id = invitation.ent_org_id, true)))`,
    );

/** Whether the user has a first password, or has signed in at the provider. */
const hasAccess = sql`(ent_usr.password_hash is not null or ent_usr.last_sign_in_at is not null)`;

export const invitationStateAt = (now: Date): RawBuilder<InvitationState> => sql<InvitationState>`case
  when invitation.voided_at is not null then
    case when invitation.revoked_at is not null or not coalesce(user_mapping.activated, true) then 'Revoked' else 'Invalid' end
  when case invitation.kind
    when 'user' then ${hasAccess}
    when 'organisation' then ent_usr.ent_org_id is not null and ent_usr.role_id is not null
    else coalesce(user_mapping.activated, false) and (invitation.token_hash is null or ${hasAccess})
  end then 'Accepted'
  when invitation.revoked_at is not null or ent_usr.is_disabled or not coalesce(user_mapping.activated, true) then 'Revoked'
  when mail.failed_at is not null then 'Failed'
  when invitation.expires_at <= ${now}::timestamptz then 'Expired'
  else 'Pending' end`;
