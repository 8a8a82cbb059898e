import { auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { readManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { runCommand } from '../core/database/transaction.ts';
import { authorizeKey } from './authorize-key.ts';
import { type ApiKeyAnswer, isKeyRowEnded } from './keys.store.ts';

const action = 'keys:confirm';

/** Confirms a suspended key of another user, which works again at once. A key that works stays as it is. Throws 403, also for the caller's own key, 404, 409 for a key that has ended, 422 without a password. */
export function confirmKey(services: Services, caller: Caller, keyId: number): Promise<ApiKeyAnswer> {
  const { clock } = services;
  return runCommand(services, caller, async (trx) => {
    const { key, target, answerOf } = await authorizeKey(trx, caller, action, keyId);
    // A person who is not the one before must not confirm their own keys.
    if (key.ent_usr_id !== null && key.ent_usr_id === caller.userId) throw auditedForbidden(action, 'oneself', target);
    // Only a key of a person is ever suspended.
    if (key.ent_usr_id !== null) await readManagedUser(trx, caller, action, key.ent_usr_id, target);
    if (isKeyRowEnded(key, clock()))
      throw conflict('This API key has expired or was revoked. Its owner can create a new one.');
    if (key.suspended_at === null) return { answer: await answerOf(key), audit: null };
    await consumeReauthentication(trx, clock, caller);
    await trx.updateTable('api_key').set({ suspended_at: null }).where('id', '=', keyId).execute();
    return {
      answer: await answerOf({ ...key, suspended_at: null }),
      audit: {
        action,
        target,
        before: { suspended_at: key.suspended_at },
        after: { suspended_at: null, ent_usr_id: key.ent_usr_id },
      },
    };
  });
}
