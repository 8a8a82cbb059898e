import { grantableScopes } from '@console/contract/grantable-scopes';
import { keyLifetimeDays, keyOverlapHours } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, hourMs } from '../core/base/clock.ts';
import { conflict, notFound } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type CreatedKey, insertApiKey } from './create-key.ts';
import { type ApiKeyAnswer, isKeyRowEnded, toApiKeyAnswers } from './keys.store.ts';

const longestLifetime = Math.max(...keyLifetimeDays);

/** Ends a key a day after it was replaced, or earlier. Throws 409 for a key that no longer works or is rotated already. */
export async function markRotated(trx: Transaction<Database>, now: Date, old: Row<'api_key'>): Promise<Row<'api_key'>> {
  if (isKeyRowEnded(old, now)) throw conflict('This API key has expired or was revoked. Create a new one.');
  if (old.suspended_at) throw conflict('This API key is suspended. Ask an Organiser to confirm it.');
  if (old.rotated_at) throw conflict('This API key was already rotated.');
  const overlapEnd = addMs(now, keyOverlapHours * hourMs);
  return trx
    .updateTable('api_key')
    .set({ rotated_at: now, expires_at: old.expires_at && old.expires_at < overlapEnd ? old.expires_at : overlapEnd })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Replaces a key of the caller by one with the same name, lifetime and scopes, without those that the role may no longer give. The old key expires a
 * day later. Throws 403 with an API key, 404, 409 for a key that no longer works or is rotated already, 422 WRONG_PASSWORD.
 */
export function rotateKey(
  services: Services,
  caller: Caller,
  keyId: number,
): Promise<CreatedKey & { replaced: ApiKeyAnswer }> {
  return runCommand(services, caller, async (trx) => {
    await lockUser(trx, personOf(caller));
    const keys = trx.selectFrom('api_key').selectAll().where('id', '=', keyId);
    const old = await keys.where('ent_usr_id', '=', personOf(caller)).forNoKeyUpdate().executeTakeFirst();
    if (!old) throw notFound();
    const replaced = await markRotated(trx, services.clock(), old);
    const grantable = grantableScopes(caller);
    const { answer, target } = await insertApiKey(services, trx, caller, {
      name: old.name,
      scopes: old.scopes.filter((scope) => grantable.includes(scope)),
      lifetime_days: old.lifetime_days ?? longestLifetime,
      allowed_addresses: old.allowed_addresses,
    });
    const [replacedAnswer] = await toApiKeyAnswers(trx, 'any', [replaced]);
    if (!replacedAnswer) throw notFound();
    return {
      answer: { ...answer, replaced: replacedAnswer },
      stored: { ...answer, secret: null, replaced: replacedAnswer },
      audit: {
        action: 'keys:rotate',
        target: { type: 'api_key', id: old.id },
        before: { expires_at: old.expires_at },
        after: { expires_at: replaced.expires_at, replaced_by: target.id, prefix: answer.key.prefix },
      },
    };
  });
}
