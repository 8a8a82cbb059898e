import { auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { readManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { runCommand } from '../core/database/transaction.ts';
import { keyOwners, lockKey, toKeyResponse } from './key-owners.ts';
import { type ApiKeyResponse, isKeyRowEnded } from './keys.store.ts';

const action = 'keys:confirm';

/** Reactivates another user's suspended key; other keys do not change. Throws 403, also for an own key, 404, 409 if ended, 422 without a password. */
export const confirmKey = (services: Services, caller: Caller, keyId: number): Promise<ApiKeyResponse> =>
  runCommand(services, caller, async (trx) => {
    const { clock } = services;
    const target = { type: 'api_key', id: keyId };
    const key = await lockKey(trx, caller, action, keyId, 'user');
    const { ent_usr_id, suspended_at } = key;
    // A new person must not confirm their own keys.
    if (ent_usr_id === caller.userId) throw auditedForbidden(action, 'oneself', target);
    await readManagedUser(trx, caller, action, ent_usr_id ?? 0, target);
    if (isKeyRowEnded(key, clock()))
      throw conflict('This API key has expired or was revoked. Its owner can create a new one.');
    const answerOf = () => toKeyResponse(keyOwners.user, services, trx, caller, { ...key, suspended_at: null });
    if (suspended_at === null) return { answer: await answerOf(), audit: null };
    await consumeReauthentication(trx, clock, caller);
    await trx.updateTable('api_key').set({ suspended_at: null }).where('id', '=', keyId).execute();
    const audit = { action, target, before: { suspended_at }, after: { suspended_at: null, ent_usr_id } };
    return { answer: await answerOf(), audit };
  });
