import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type KeyOwner, type OwnerType, type ShapesOf, toKeyResponse } from './key-owners.ts';
import { recordedOwner } from './keys.store.ts';

/** Revokes the caller's own key or, by role, another; a revoked key does not change. Throws 403, 404. */
export const revokeKey = <Type extends OwnerType>(
  services: Services,
  caller: Caller,
  owner: KeyOwner<Type>,
  keyId: number,
): Promise<ShapesOf<Type>['answer']> =>
  runCommand(services, caller, async (trx) => {
    const key = await owner.lock(trx, caller, 'revoke', keyId);
    if (key.revoked_at) return { answer: await toKeyResponse(owner, services, trx, caller, key), audit: null };
    const revoked_at = services.clock();
    await trx.updateTable('api_key').set({ revoked_at }).where('id', '=', keyId).execute();
    return {
      answer: await toKeyResponse(owner, services, trx, caller, { ...key, revoked_at }),
      audit: {
        action: 'keys:revoke',
        target: { type: 'api_key', id: keyId },
        before: { revoked_at: null },
        after: { revoked_at, ...recordedOwner(key) },
      },
    };
  });
