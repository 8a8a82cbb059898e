import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { runCommand } from '../core/database/transaction.ts';
import { authorizeKey } from './authorize-key.ts';
import type { ApiKeyAnswer } from './keys.store.ts';

const action = 'keys:revoke';

/** Revokes a key at once: the caller's own, or, by role, one of an organisation. A revoked key stays as it is. Throws 403, 404. */
export function revokeKey(services: Services, caller: Caller, keyId: number): Promise<ApiKeyAnswer> {
  return runCommand(services, caller, async (trx) => {
    const { key, target, answerOf } = await authorizeKey(trx, caller, action, keyId);
    if (key.revoked_at) return { answer: await answerOf(key), audit: null };
    const revoked_at = services.clock();
    await trx.updateTable('api_key').set({ revoked_at }).where('id', '=', keyId).execute();
    return {
      answer: await answerOf({ ...key, revoked_at }),
      audit: { action, target, before: { revoked_at: null }, after: { revoked_at, ent_usr_id: key.ent_usr_id } },
    };
  });
}
