import { missingScopeText } from '@console/contract/key-scopes';
import { reauthenticationSeconds, settingsConfirmationSeconds } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import { addMs, type Clock, secondMs } from '../base/clock.ts';
import { forbidden } from '../base/failure.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from './caller.ts';
import { confirmationNeeded } from './confirmation-methods.ts';

/** The session or API key of a call. A reauthentication is valid for one credential. */
export interface Credential {
  type: 'session' | 'api_key';
  id: number;
}

type CallerKey = Pick<Caller, 'sessionId' | 'apiKeyId' | 'keyScopes' | 'bulkRow' | 'reviewItemId'> &
  Partial<Pick<Caller, 'userId'>>;

export function credentialOf({ sessionId, apiKeyId }: CallerKey): Credential {
  if (sessionId !== undefined) return { type: 'session', id: sessionId };
  if (apiKeyId !== undefined) return { type: 'api_key', id: apiKeyId };
  throw forbidden();
}

export async function recordReauthentication(
  trx: Transaction<Database>,
  clock: Clock,
  { type, id }: Credential,
): Promise<void> {
  await trx
    .insertInto('password_proof')
    .values({ [`${type}_id` as const]: id, proved_at: clock(), used_at: null, settings_org_id: null })
    .execute();
}

interface Needed {
  isNeeded?: boolean;
  settingsOf?: number | undefined;
  /** The change outlives the session. Gateways of release 1.0.0 do not ask for its confirmation. */
  isLasting?: boolean;
}

/**
 * Uses the newest reauthentication of the last 60 s, even if the command needs none: it must not serve the next one. A
 * rollback leaves it unused. Throws 422 WRONG_PASSWORD. For `settingsOf`, a session may use one again within 5 minutes.
 * Scope `sensitive:write`, bulk and review rows need none.
 */
export async function consumeReauthentication(
  trx: Transaction<Database>,
  clock: Clock,
  caller: CallerKey,
  { isNeeded = true, settingsOf, isLasting = false }: Needed = {},
): Promise<void> {
  if (caller.bulkRow || caller.reviewItemId !== undefined || caller.keyScopes?.includes('sensitive:write')) return;
  // An organisation key has no password.
  if (isNeeded && caller.userId === null) throw forbidden(missingScopeText('sensitive:write'));
  const { type, id } = credentialOf(caller);
  const now = clock();
  const heldFor = type === 'session' ? (settingsOf ?? null) : null;
  const since = (seconds: number) => addMs(now, -seconds * secondMs);
  const { rows } = await sql`
    update password_proof set used_at = ${now}::timestamptz, settings_org_id = ${heldFor}::int
    where id = (
      select id from password_proof
      where ${sql.ref(`${type}_id`)} = ${id}::int and (
        used_at is null and proved_at >= ${since(reauthenticationSeconds)}::timestamptz
        or settings_org_id = ${heldFor}::int and proved_at >= ${since(settingsConfirmationSeconds)}::timestamptz)
      order by id desc limit 1
      for update)
    returning id`.execute(trx);
  if (rows.length === 0 && isNeeded) throw await confirmationNeeded(trx, caller, isLasting);
}
