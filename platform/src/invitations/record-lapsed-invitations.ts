import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { invitationStateAt, joinInvitations } from '../core/database/invitation-state.ts';
import { runCommand } from '../core/database/transaction.ts';

/** Invitations of one transaction. */
const mostAtOnce = 500;

/** Records invitations of which the link expired before it was used, once for each link. Several platforms may run it at once. */
export async function recordLapsedInvitations(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  while ((await recordSome(services)) === mostAtOnce);
}

const recordSome = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  runCommand({ db, clock, notices: null }, systemActor, async (trx) => {
    const now = clock();
    const expired = await joinInvitations(trx)
      .select(['invitation.id', 'invitation.ent_org_id', 'invitation.kind', 'invitation.expires_at', 'ent_usr.email'])
      .select(invitationStateAt(now).as('state'))
      .where('invitation.expires_at', '<=', now)
      .whereRef('invitation.expires_at', '>', 'invitation.expiry_seen')
      .orderBy('invitation.expires_at')
      .limit(mostAtOnce)
      .forUpdate('invitation')
      .skipLocked()
      .execute();
    if (expired.length === 0) return { answer: 0, audit: null };
    await trx
      .updateTable('invitation')
      .set(({ ref }) => ({ expiry_seen: ref('expires_at') }))
      .where(
        'id',
        'in',
        expired.map(({ id }) => id),
      )
      .execute();
    const audit = expired
      .filter(({ state }) => state === 'Expired' || state === 'Failed')
      .map(({ id, ent_org_id, kind, email, expires_at }) => ({
        action: 'invitations:lapse',
        target: { type: 'invitation', id },
        organisationId: ent_org_id,
        after: { kind, email, expires_at },
      }));
    return { answer: expired.length, audit: audit.length > 0 ? audit : null };
  });
