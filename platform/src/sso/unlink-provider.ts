import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { runCommand } from '../core/database/transaction.ts';
import { findLink } from './replace-link.ts';
import { providerUnlinkedMail } from './sso-mail-texts.ts';

const action = 'security:unlinkProvider';

/** Unlinks a user from the provider and ends sessions by it, because it could no longer end them. Throws 403 by role, 404, 422 without a password. */
export function unlinkProvider(services: Services, caller: Caller, userId: number): Promise<Record<string, never>> {
  const { clock, mailer, settings } = services;
  return runCommand(services, caller, async (trx) => {
    // A sign-in by the provider locks the organisation too.
    const { user } = await lockManagedUser(trx, caller, 'security:end', userId, {
      withOrganisation: true,
      withCaller: false,
    });
    const link = await findLink(trx, userId);
    if (!link) return { answer: {}, audit: null };
    await consumeReauthentication(trx, clock, caller);
    await trx.deleteFrom('sso_link').where('id', '=', link.id).execute();
    await trx.deleteFrom('sso_confirmation').where('ent_usr_id', '=', userId).execute();
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: clock() })
      .where('ent_usr_id', '=', userId)
      .where('began_by', '=', 'provider')
      .where('ended_at', 'is', null)
      .where('id', '<>', caller.sessionId ?? 0)
      .returning('id')
      .execute();
    const mail = providerUnlinkedMail({
      name: user.firstname,
      provider: new URL(link.issuer).host,
      at: clock(),
      link: new URL('/login', settings.publicUrl),
    });
    await mailer.send(trx, { to: user.email, ...mail });
    return {
      answer: {},
      audit: {
        action,
        target: { type: 'ent_usr', id: userId },
        before: { issuer: link.issuer, sessions: ended.length },
      },
    };
  });
}
