import type { CallResponse } from '@console/contract/call';
import type { secondFactorCalls } from '@console/contract/calls/second-factors';
import { texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { emailOf, personOf } from '../core/access/person.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import { confirmFactorOfSession, requireRemainingFactor } from '../core/access/required-factor.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { conflict, invalidFields, refusedWithCode } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { appFactorStore } from './app-factor.store.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { deleteRememberedDevices } from './revoke-access.ts';
import { secondFactorMail } from './security-mail-texts.ts';
import { appSecretCipher, appUri, newAppSecret, normaliseAppCode, stepOfCode } from './totp.ts';

type Calls = typeof secondFactorCalls;

const setupMs = 10 * minuteMs;
const maxTries = 5;

/** Starts setting up an app, replacing the session's earlier attempt. Throws 409 with an app, 422 without a password. */
export function setUpApp(services: Services, caller: Caller): Promise<CallResponse<Calls['setUpApp']>> {
  const sessionId = requireSession(caller);
  const { clock, settings } = services;
  return runCommand<CallResponse<Calls['setUpApp']>>(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    if (await appFactorStore(services, personOf(caller)).read(trx)) throw alreadySetUp();
    await consumeReauthentication(trx, clock, caller);
    const secret = newAppSecret();
    const row = {
      session_id: sessionId,
      ent_usr_id: personOf(caller),
      tries: 0,
      expires_at: addMs(clock(), setupMs),
      secret_sealed: appSecretCipher(settings.secrets).encrypt(secret, String(personOf(caller))),
    };
    // A new id, because a code for the earlier secret must not match.
    await trx.deleteFrom('app_setup').where('session_id', '=', sessionId).execute();
    const { id } = await trx.insertInto('app_setup').values(row).returning('id').executeTakeFirstOrThrow();
    const uri = appUri(secret, { email: await emailOf(trx, caller), host: new URL(settings.publicUrl).hostname });
    const answer = { setup_id: id, expires_at: row.expires_at.toISOString() };
    return { answer: { ...answer, secret, uri }, stored: { ...answer, secret: null, uri: null }, audit: null };
  });
}

/** Completes a set-up with the app's first code. Throws 403, 409 with an app, 422 for a wrong code or an ended set-up. */
export async function confirmApp(
  services: Services,
  caller: Caller,
  { setupId, code }: { setupId: number; code: string },
): Promise<CallResponse<Calls['confirmApp']>> {
  const checked = await countAndCheckSetup(
    services,
    { ...caller, userId: personOf(caller), sessionId: requireSession(caller) },
    setupId,
    code,
  );
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    if (await appFactorStore(services, personOf(caller)).read(trx)) throw alreadySetUp();
    const isCurrent = await trx.selectFrom('app_setup').select('id').where('id', '=', setupId).executeTakeFirst();
    if (!checked || !isCurrent) throw refusedWithCode('TOKEN_INVALID', 'This setup has expired. Start again.');
    const { secret_sealed, step } = checked;
    if (step === null) throw invalidFields({ code: [{ code: 'OTHER', message: texts.signIn.incorrectCode }] });
    const row = { ent_usr_id: personOf(caller), secret_sealed, last_step: step, created_at: services.clock() };
    await confirmFactorOfSession(services, trx, requireSession(caller));
    await trx.insertInto('app_factor').values(row).execute();
    await trx.deleteFrom('app_setup').where('ent_usr_id', '=', personOf(caller)).execute();
    await trx.deleteFrom('login_attempt').where('ent_usr_id', '=', personOf(caller)).execute();
    await deleteRememberedDevices(trx, personOf(caller));
    return respondWithCodes(services, trx, caller, 'setUp', 'security:setUpApp');
  });
}

/** Counts a try and checks the code in its own transaction, as the command of a wrong one rolls back. Null without tries left. */
async function countAndCheckSetup(
  { db, clock, settings }: Services,
  { userId, sessionId }: { userId: number; sessionId: number },
  setupId: number,
  code: string,
): Promise<{ secret_sealed: string; step: number | null } | null> {
  const setup = await db
    .updateTable('app_setup')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', setupId)
    .where('session_id', '=', sessionId)
    .where('ent_usr_id', '=', userId)
    .where('expires_at', '>', clock())
    .where('tries', '<', maxTries)
    .returning('secret_sealed')
    .executeTakeFirst();
  if (!setup) return null;
  const secret = appSecretCipher(settings.secrets).decrypt(setup.secret_sealed, String(userId));
  return secret === null ? null : { ...setup, step: stepOfCode(secret, normaliseAppCode(code), clock()) };
}

/** Removes the app and its recovery codes, if any. Throws 409 for a required factor, 422 without a password. */
export function removeApp(services: Services, caller: Caller): Promise<Record<string, never>> {
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    await consumeReauthentication(trx, services.clock, caller);
    if (!(await appFactorStore(services, personOf(caller)).remove(trx))) return { answer: {}, audit: null };
    await requireRemainingFactor(trx, personOf(caller));
    await mailChange(services, trx, caller, 'removed');
    return { answer: {}, audit: entry(caller, 'security:removeApp') };
  });
}

/** Replaces the recovery codes. Throws 409 without an app, 422 without a password. */
export function renewRecoveryCodes(
  services: Services,
  caller: Caller,
): Promise<CallResponse<Calls['renewRecoveryCodes']>> {
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    if (!(await appFactorStore(services, personOf(caller)).read(trx)))
      throw conflict('You have no authenticator app. Set one up first.');
    await consumeReauthentication(trx, services.clock, caller);
    return respondWithCodes(services, trx, caller, 'codesRenewed', 'security:renewCodes');
  });
}

const alreadySetUp = () => conflict('You already have an authenticator app. Remove the old app first.');

async function respondWithCodes(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  what: 'setUp' | 'codesRenewed',
  action: string,
): Promise<CommandResult<CallResponse<Calls['renewRecoveryCodes']>>> {
  const recovery_codes = await replaceRecoveryCodes(trx, personOf(caller));
  const authenticator_app = await appFactorStore(services, personOf(caller)).read(trx);
  if (!authenticator_app) throw new Error('recovery codes without an app');
  await mailChange(services, trx, caller, what);
  return {
    answer: { authenticator_app, recovery_codes },
    stored: { authenticator_app, recovery_codes: null },
    audit: entry(caller, action),
  };
}

async function mailChange(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  what: 'setUp' | 'removed' | 'codesRenewed',
): Promise<void> {
  const owners = trx.selectFrom('ent_usr').select(['email', 'firstname']).where('id', '=', personOf(caller));
  const { email, firstname } = await owners.executeTakeFirstOrThrow();
  const link = new URL('/profile?tab=security', settings.publicUrl);
  await mailer.send(trx, { to: email, ...secondFactorMail({ name: firstname, what, at: clock(), link }) });
}

const entry = ({ userId }: Caller, action: string): AuditEntry => ({
  action,
  target: { type: 'ent_usr', id: userId },
});
