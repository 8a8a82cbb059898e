import type { CallBody } from '@console/contract/call';
import type { keysCalls } from '@console/contract/calls/keys';
import { grantableScopes } from '@console/contract/grantable-scopes';
import { type KeyScope, keyScopes, ungrantableScopeText } from '@console/contract/key-scopes';
import { maxKeysPerUser } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { countUsableKeys } from '../core/access/usable-keys.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { conflict, forbidden, invalidFields, withAudit } from '../core/base/failure.ts';
import { hashSecret, newApiKey } from '../core/base/keys.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type ApiKeyAnswer, toApiKeyAnswers } from './keys.store.ts';

/** A new key with its text, which is not stored. */
export interface CreatedKey {
  key: ApiKeyAnswer;
  /** Null in the answer to a repeated idempotency key. */
  secret: string | null;
}

type KeyInput = Pick<Row<'api_key'>, 'name' | 'scopes'> & {
  lifetime_days: number;
  /** Of a key that replaces another. */
  allowed_addresses?: string[] | null;
};

/** A new key's text, and its columns without the owner. */
export function newKeyRow(now: Date, input: KeyInput) {
  const { secret, prefix } = newApiKey();
  const expires_at = addMs(now, input.lifetime_days * dayMs);
  return { secret, row: { ...input, prefix, key_hash: hashSecret(secret), created_at: now, expires_at } };
}

/** Creates a key of the caller. Throws 403 with an API key or for a scope that the role may not give, 409 for too many keys, 422. */
export async function createKey(
  services: Services,
  caller: Caller,
  given: CallBody<typeof keysCalls.createKey>,
): Promise<CreatedKey> {
  const name = given.name.trim();
  if (name === '') throw invalidFields({ name: [{ code: 'REQUIRED', message: 'is required' }] });
  const scopes = keyScopes.filter((scope) => scope === 'read' || given.scopes.includes(scope));
  requireGrantable(caller, scopes);
  return runCommand(services, caller, async (trx) => {
    const input = { name, scopes, lifetime_days: given.expires_in_days };
    const { answer, target } = await insertApiKey(services, trx, caller, input);
    const audit = { action: 'keys:create', target, after: { ...input, prefix: answer.key.prefix } };
    return { answer, stored: { ...answer, secret: null }, audit };
  });
}

function requireGrantable(caller: Caller, scopes: readonly KeyScope[]): void {
  const grantable = grantableScopes(caller);
  const refused = scopes.find((scope) => !grantable.includes(scope));
  if (!refused) return;
  throw withAudit(
    forbidden(ungrantableScopeText(refused)),
    refusalEntry('keys:create', 'role', { type: 'scope', id: refused }),
  );
}

/** Inserts a key of the caller and locks the user. Throws 409 for too many keys, 422 WRONG_PASSWORD without the reauthentication that `sensitive:write` needs. */
export async function insertApiKey(
  { clock }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  input: KeyInput,
): Promise<{ answer: CreatedKey; target: { type: 'api_key'; id: number } }> {
  await lockUser(trx, personOf(caller));
  await consumeReauthentication(trx, clock, caller, { isNeeded: input.scopes.includes('sensitive:write') });
  const now = clock();
  if ((await countUsableKeys(trx, now, personOf(caller))) >= maxKeysPerUser)
    throw conflict(`You already have ${maxKeysPerUser} API keys, the maximum. Revoke one first.`);
  const { secret, row } = newKeyRow(now, input);
  const added = await trx
    .insertInto('api_key')
    .values({ ...row, ent_usr_id: personOf(caller) })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [key] = await toApiKeyAnswers(trx, 'any', [added]);
  if (!key) throw new Error('the owner of a key is gone');
  return { answer: { key, secret }, target: { type: 'api_key', id: added.id } };
}
