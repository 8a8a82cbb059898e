import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller, lockUser, readManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type DeviceResponse, type SessionResponse, toDeviceResponse, toSessionResponse } from './security.store.ts';

/** Ends a session; an ended one does not change. Throws 403 by role, 404, 409 for the request's own session, 422 without a password. */
export function endUserSession(services: Services, caller: Caller, sessionId: number): Promise<SessionResponse> {
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const session = await trx.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst();
    await authorizeOwner(trx, caller, session?.ent_usr_id ?? 0, { type: 'session', id: sessionId });
    if (sessionId === caller.sessionId)
      throw conflict('You cannot end the session that you are using. Sign out instead.');
    await consumeReauthentication(trx, services.clock, caller);
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: services.clock() })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!session) throw new Error('a session without owner was authorised');
    if (!ended) return { answer: toSessionResponse(caller, session), audit: null };
    return {
      answer: toSessionResponse(caller, ended),
      audit: entry('security:endSession', ended, { session: sessionId }),
    };
  });
}

/** Ends all sessions of a user except the request's, and returns them. Throws 403 by role, 404, 422 without a password. */
export function endUserSessions(services: Services, caller: Caller, userId: number): Promise<SessionResponse[]> {
  return runCommand(services, caller, async (trx) => {
    await authorizeOwner(trx, caller, userId, { type: 'ent_usr', id: userId });
    // Signing in locks the user too, so no session begins until then.
    await lockUser(trx, userId);
    await requireUnchangedCaller(trx, caller);
    await consumeReauthentication(trx, services.clock, caller);
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: services.clock() })
      .where('ent_usr_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', services.clock())
      .where('id', '<>', caller.sessionId ?? 0)
      .returningAll()
      .execute();
    const sessions = ended.map(({ id }) => id);
    const audit = entry('security:endSession', { ent_usr_id: userId }, { sessions });
    return { answer: ended.map((row) => toSessionResponse(caller, row)), audit: ended.length === 0 ? null : audit };
  });
}

/** Removes a remembered device and returns it. Throws 403 by role, 404. */
export function forgetRememberedDevice(services: Services, caller: Caller, deviceId: number): Promise<DeviceResponse> {
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const forgotten = await trx
      .deleteFrom('remember_token')
      .where('id', '=', deviceId)
      .returningAll()
      .executeTakeFirst();
    await authorizeOwner(trx, caller, forgotten?.ent_usr_id ?? 0, { type: 'remember_token', id: deviceId });
    if (!forgotten) throw new Error('a device without owner was authorised');
    return {
      answer: toDeviceResponse(forgotten),
      audit: entry('security:forgetDevice', forgotten, { device: deviceId }),
    };
  });
}

async function authorizeOwner(
  db: Kysely<Database> | Transaction<Database>,
  caller: Caller,
  userId: number,
  target: AuditEntry['target'],
): Promise<void> {
  if (userId !== caller.userId) await readManagedUser(db, caller, 'security:end', userId, target);
}

const entry = (action: string, { ent_usr_id }: { ent_usr_id: number }, after: object): AuditEntry => ({
  action,
  target: { type: 'ent_usr', id: ent_usr_id },
  after: { ...after },
});
