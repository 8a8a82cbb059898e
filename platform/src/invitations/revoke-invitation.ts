import { withdrawnStatus } from '@console/contract/mapping-endings';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { Database } from '../core/database/schema.ts';
import { changeInvitation } from './change-invitation.ts';
import type { InvitationRow } from './invitations.store.ts';
import { revokeInvitationLinks } from './issue-invitation.ts';

/** Revokes an invitation; a revoked one does not change. Throws 403, 404, 409 if accepted. */
export const revokeInvitation = (services: Services, caller: Caller, id: number) =>
  changeInvitation(services, caller, id, {
    verb: 'revoke',
    unchanged: {},
    change: async (trx, { invitation }) => {
      if (invitation.revoked_at) return null;
      const revoked_at = services.clock();
      await revokeInvitationLinks(trx, revoked_at, invitation);
      await withdraw(trx, revoked_at, invitation);
      return {};
    },
  });

async function withdraw(trx: Transaction<Database>, now: Date, { kind, ...row }: InvitationRow): Promise<void> {
  if (kind === 'organisation')
    await trx
      .deleteFrom('org_invitation')
      .where('ent_usr_id', '=', row.ent_usr_id)
      .where('customer_id', '=', row.ent_org_id)
      .execute();
  if (kind === 'external_user')
    await trx
      .updateTable('user_mapping')
      .set({ activated: false, status: withdrawnStatus, updated_at: now })
      .where('ent_usr_id', '=', row.ent_usr_id)
      .where('mapped_org_id', '=', row.ent_org_id)
      .execute();
}
