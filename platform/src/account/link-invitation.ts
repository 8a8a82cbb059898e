import type { linkInvitation } from '@console/contract/calls/account';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../core/database/schema.ts';
import type { ValidToken } from '../invitations/user-tokens.ts';

/** The invitation of a valid token's link; otherwise the user's last invitation. Undefined for a user with a password or provider. */
export async function readLinkInvitation(
  db: Kysely<Database>,
  { ent_usr_id, kind, token_hash, expires_at }: ValidToken,
): Promise<z.input<typeof linkInvitation> | undefined> {
  const row = await db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('invitation')
          .select(['invitation.kind', 'invitation.ent_org_id', 'invitation.requester_id'])
          .whereRef('invitation.ent_usr_id', '=', 'ent_usr.id')
          .where('invitation.revoked_at', 'is', null)
          .where('invitation.kind', kind === 'onboarding' ? '=' : '<>', 'organisation')
          .orderBy(sql`invitation.token_hash is not distinct from ${token_hash}`, 'desc')
          .orderBy('invitation.sent_at', 'desc')
          .limit(1)
          .as('invited'),
      (join) => join.onTrue(),
    )
    .leftJoin('ent_org', 'ent_org.id', 'invited.ent_org_id')
    .leftJoin('ent_usr as inviter', 'inviter.id', 'invited.requester_id')
    .select(['invited.kind', 'ent_org.brandname', 'role.id_str', 'inviter.firstname', 'inviter.lastname'])
    .where('ent_usr.id', '=', ent_usr_id)
    .where('ent_usr.password_hash', 'is', null)
    .where('ent_usr.last_sign_in_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const invitedAs = row.kind ?? (kind === 'onboarding' ? 'organisation' : 'user');
  return {
    kind: invitedAs,
    inviter: [row.firstname, row.lastname].filter(Boolean).join(' ') || null,
    organisation: row.brandname,
    role: invitedAs === 'user' ? row.id_str : null,
    expires_at: expires_at.toISOString(),
  };
}
