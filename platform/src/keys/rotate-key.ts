import { keyLifetimeDays, keyOverlapHours } from '@console/contract/rules';
import type { Caller } from '../core/access/caller.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, hourMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import { runCommand } from '../core/database/transaction.ts';
import { insertKey } from './create-key.ts';
import { type KeyOwner, type OwnerType, type ShapesOf, toKeyResponse } from './key-owners.ts';
import { isKeyRowEnded } from './keys.store.ts';

const longestLifetime = Math.max(...keyLifetimeDays);

/** Creates a successor with the scopes still allowed; the old key expires within a day. Throws 403, 404, 409 if unusable, WRONG_PASSWORD. */
export const rotateKey = <Type extends OwnerType>(
  services: Services,
  caller: Caller,
  owner: KeyOwner<Type>,
  keyId: number,
): Promise<ShapesOf<Type>['rotated']> =>
  runCommand(services, caller, async (trx) => {
    const old = await owner.lock(trx, caller, 'rotate', keyId);
    const now = services.clock();
    if (isKeyRowEnded(old, now)) throw conflict('This API key has expired or was revoked. Create a new one.');
    if (old.suspended_at) throw conflict('This API key is suspended. Ask an Organiser to confirm it.');
    if (old.rotated_at) throw conflict('This API key was already rotated. Rotate the new key instead.');
    const overlapEnd = addMs(now, keyOverlapHours * hourMs);
    const replaced = await trx
      .updateTable('api_key')
      .set({ rotated_at: now, expires_at: old.expires_at && old.expires_at < overlapEnd ? old.expires_at : overlapEnd })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const grantable = owner.grantable(services, caller, old);
    const { row, secret } = await insertKey(services, trx, caller, owner, {
      name: old.name,
      purpose: old.purpose,
      role: old.role,
      ent_usr_id: old.ent_usr_id,
      owner_org_id: old.owner_org_id,
      created_by: old.owner_org_id === null ? null : personOf(caller),
      allowed_addresses: old.allowed_addresses,
      replaces_id: old.replaces_id,
      scopes: old.scopes.filter((scope) => grantable.includes(scope)),
      lifetime_days: old.lifetime_days ?? longestLifetime,
    });
    const key = await toKeyResponse(owner, services, trx, caller, row);
    const oldKey = await toKeyResponse(owner, services, trx, caller, replaced);
    return {
      answer: owner.rotated(owner.created(key, secret), oldKey),
      stored: owner.rotated(owner.created(key, null), oldKey),
      audit: {
        action: 'keys:rotate',
        target: { type: 'api_key', id: old.id },
        before: { expires_at: old.expires_at },
        after: { expires_at: replaced.expires_at, replaced_by: row.id, prefix: row.prefix },
      },
    };
  });
