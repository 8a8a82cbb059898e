import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { forbidden, withAudit } from '../core/base/failure.ts';
import { runCommand } from '../core/database/transaction.ts';
import { appFactorStore } from './app-factor.store.ts';
import { deleteRememberedDevices } from './revoke-access.ts';
import { secondFactorMail } from './security-mail-texts.ts';

const action = 'security:resetFactors';

/** Removes another user's second factors, sessions and devices; days for a required one restart. Throws 403 for oneself or by role, 404, 422 without a password. */
export function resetFactors(services: Services, caller: Caller, userId: number): Promise<Record<string, never>> {
  const { clock, mailer, settings } = services;
  const target = { type: 'ent_usr', id: userId };
  if (userId === caller.userId)
    throw withAudit(
      forbidden('You cannot reset your own second factors. Remove them in your profile.'),
      refusalEntry(action, 'role', target),
    );
  return runCommand(services, caller, async (trx) => {
    const { user } = await lockManagedUser(trx, caller, 'security:end', userId, {
      withOrganisation: false,
      withCaller: true,
    });
    await consumeReauthentication(trx, clock, caller);
    const hadApp = await appFactorStore(services, userId).remove(trx);
    const passkeys = await trx.deleteFrom('passkey').where('ent_usr_id', '=', userId).returning('name').execute();
    for (const table of ['app_setup', 'login_attempt'] as const)
      await trx.deleteFrom(table).where('ent_usr_id', '=', userId).execute();
    await deleteRememberedDevices(trx, userId);
    await trx.updateTable('ent_usr').set({ factor_grace_from: clock() }).where('id', '=', userId).execute();
    await trx
      .updateTable('session')
      .set({ ended_at: clock() })
      .where('ent_usr_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute();
    const link = new URL('/profile?tab=security', settings.publicUrl);
    await mailer.send(trx, {
      to: user.email,
      ...secondFactorMail({ name: user.firstname, what: 'reset', at: clock(), link }),
    });
    return {
      answer: {},
      audit: { action, target, before: { authenticator_app: hadApp, passkeys: passkeys.length } },
    };
  });
}
