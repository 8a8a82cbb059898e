import type { Services } from '../core/access/services.ts';
import { recordExpiries } from '../core/database/record-expiries.ts';
import { invitationStateAt, joinInvitations } from './invitation-state.ts';

/** Records invitations with a link that expired before use, once per link. */
export const recordExpiredInvitations = (services: Pick<Services, 'db' | 'clock'>): Promise<void> =>
  recordExpiries(services, 'invitation', async (trx, ids, now) => {
    const expired = await joinInvitations(trx)
      .select(['invitation.id', 'invitation.ent_org_id', 'invitation.kind', 'invitation.expires_at', 'ent_usr.email'])
      .select(invitationStateAt(now).as('state'))
      .where('invitation.id', 'in', ids)
      .orderBy('invitation.expires_at')
      .execute();
    return expired
      .filter(({ state }) => state === 'Expired' || state === 'Failed')
      .map(({ id, ent_org_id, kind, email, expires_at }) => ({
        action: 'invitations:expire',
        target: { type: 'invitation', id },
        organisationId: ent_org_id,
        after: { kind, email, expires_at },
      }));
  });
