import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { countUsableKeys } from '../core/access/usable-keys.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import { hashSecret, newApiKey } from '../core/base/keys.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { newKeyMail } from './key-mail-texts.ts';
import { type KeyOwner, type NewKey, type OwnerType, type ShapesOf, toKeyResponse } from './key-owners.ts';

/** Creates a key of the caller or an organisation. Throws 403 by role or scope, 404, 409 for too many, 422 by field, WRONG_PASSWORD. */
export const createKey = <Type extends OwnerType>(
  services: Services,
  caller: Caller,
  owner: KeyOwner<Type>,
  given: ShapesOf<Type>['given'],
): Promise<ShapesOf<Type>['created']> =>
  runCommand(services, caller, async (trx) => {
    const { key, recorded } = await owner.parse(services, trx, caller, given);
    await requireUnchangedCaller(trx, caller);
    // Provisioning is turned on first, and its key is created afterwards.
    const settingsOf = (key.purpose === 'scim' && key.owner_org_id) || undefined;
    const { row, secret } = await insertKey(services, trx, caller, owner, key, settingsOf);
    const answer = await toKeyResponse(owner, services, trx, caller, row);
    return {
      answer: owner.created(answer, secret),
      stored: owner.created(answer, null),
      audit: {
        action: 'keys:create',
        target: { type: 'api_key', id: row.id },
        after: { ...recorded, prefix: row.prefix },
      },
    };
  });

/** Inserts a key of a locked owner, and emails the user who owns it. Throws 409 for too many keys, 422 WRONG_PASSWORD. */
export async function insertKey<Type extends OwnerType>(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  owner: KeyOwner<Type>,
  key: NewKey,
  settingsOf?: number,
): Promise<{ row: Row<'api_key'>; secret: string }> {
  const { clock } = services;
  // An unlocked screen must not give a key that outlives the session.
  await consumeReauthentication(trx, clock, caller, { settingsOf, isLasting: true });
  const created_at = clock();
  const { among, most, text } = owner.limit(key);
  if ((await countUsableKeys(trx, created_at, among)) >= most) throw conflict(text);
  const { secret, prefix } = newApiKey();
  const expires_at = addMs(created_at, key.lifetime_days * dayMs);
  const row = await trx
    .insertInto('api_key')
    .values({ ...key, prefix, key_hash: hashSecret(secret), created_at, expires_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.ent_usr_id !== null) await notifyOwner(services, trx, row.ent_usr_id, { key: row.name, until: expires_at });
  return { row, secret };
}

/** Organisers are notified of the keys of their organisation by `keyNotices`. */
async function notifyOwner(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  userId: number,
  created: { key: string; until: Date },
): Promise<void> {
  const {
    email: to,
    firstname: name,
    ent_org_id,
  } = await trx
    .selectFrom('ent_usr')
    .select(['email', 'firstname', 'ent_org_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const link = new URL('/profile?tab=api-keys', settings.publicUrl);
  const mail = newKeyMail({ ...created, name, at: clock(), link });
  await mailer.send(trx, { to, ...mail, organisationId: ent_org_id ?? undefined });
}
