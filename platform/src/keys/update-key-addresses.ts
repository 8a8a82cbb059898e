import { parsedAddresses } from '../core/access/allowed-address.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type KeyOwner, type OwnerType, type ShapesOf, toKeyResponse } from './key-owners.ts';
import { isKeyRowEnded } from './keys.store.ts';

/** Replaces the allowed addresses of a key. Throws 403, 404, 409 if the key has ended, 422 by field. */
export const updateKeyAddresses = <Type extends OwnerType>(
  services: Services,
  caller: Caller,
  owner: KeyOwner<Type>,
  keyId: number,
  addresses: readonly string[],
): Promise<ShapesOf<Type>['answer']> =>
  runCommand(services, caller, async (trx) => {
    const key = await owner.lock(trx, caller, 'editAddresses', keyId);
    if (isKeyRowEnded(key, services.clock()))
      throw conflict(
        'This API key has expired or was revoked, so its allowed IP addresses cannot be changed. Create a new key.',
      );
    const allowed_addresses = parsedAddresses(addresses);
    const answer = await toKeyResponse(owner, services, trx, caller, { ...key, allowed_addresses });
    const before = { allowed_addresses: key.allowed_addresses };
    const after = { allowed_addresses };
    if (JSON.stringify(after) === JSON.stringify(before)) return { answer, audit: null };
    await trx.updateTable('api_key').set(after).where('id', '=', keyId).execute();
    return { answer, audit: { action: 'network:editKey', target: { type: 'api_key', id: keyId }, before, after } };
  });
