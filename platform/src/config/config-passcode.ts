import type { CallResponse } from '@console/contract/call';
import type { configExtensionCalls } from '@console/contract/calls/config';
import type { FieldErrorCode } from '@console/contract/errors';
import { otpMinutes, otpResendSeconds } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockCaller, lockUser } from '../core/access/locks.ts';
import { emailOf, personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { type Failure, invalidFields } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { loginAttemptsStore, type PasscodeCheck } from '../session/login-attempts.store.ts';
import { configPasscodeMail } from './config-mail-texts.ts';

type Sent = CallResponse<typeof configExtensionCalls.sendConfigPasscode>;

/** Login attempt of the passcode, which no client can name. */
const attemptOf = ({ pepper }: Services, { userId }: Caller, organisationId: number) =>
  pepper.hash(`config:${userId}:${organisationId}`);

/** Emails the caller a passcode. Throws 403, 404, and 429 by the limits of sign-in passcodes. */
export const sendConfigPasscode = (services: Services, caller: Caller, organisationId: number): Promise<Sent> =>
  runCommand(services, caller, async (trx) => {
    const { brandname: organisation } = await lockAllowedOrganisation(trx, caller, 'config:edit', organisationId);
    const { clock, mailer } = services;
    await lockCaller(trx, caller);
    const email = await emailOf(trx, caller);
    const attempts = loginAttemptsStore(services, personOf(caller));
    const attempt = attemptOf(services, caller, organisationId);
    await attempts.renew(trx, attempt);
    const code = await attempts.createChallenge(trx, attempt);
    const expiresAt = addMs(clock(), otpMinutes * minuteMs);
    await mailer.send(trx, {
      to: email,
      ...configPasscodeMail({ code, organisation, minutes: otpMinutes }),
      expiresAt,
    });
    const target = { type: 'ent_usr', id: personOf(caller) };
    return { answer: { email, resend_in: otpResendSeconds }, audit: { action: 'session:sendPasscode', target } };
  });

/** Counts and checks a passcode before the command, so that a wrong one stays counted. Null if none was typed or no try is left. */
export async function checkConfigPasscode(
  services: Services,
  caller: Caller,
  organisationId: number,
  typed: string | undefined,
): Promise<PasscodeCheck | null> {
  if (!typed?.trim()) return null;
  const { db } = services;
  const attempts = loginAttemptsStore(services, personOf(caller));
  const check = await attempts.countAndCheckPasscode(db, attemptOf(services, caller, organisationId), typed);
  if (check?.isRight === false)
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, personOf(caller));
      await attempts.countWrongPasscode(trx);
    });
  return check;
}

/** Uses up a checked passcode. Throws 422 by field if it is wrong. */
export async function consumeConfigPasscode(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  typed: string | undefined,
  check: PasscodeCheck | null,
): Promise<void> {
  if (!typed?.trim())
    throw refusedPasscode('REQUIRED', 'is required to turn on passcodes. Request one by email first.');
  if (check?.isRight === false && check.triesLeft > 0)
    throw refusedPasscode('FORMAT', 'is not valid. Use the passcode from the latest email.');
  await lockCaller(trx, caller);
  const isUsed = check?.isRight && (await loginAttemptsStore(services, personOf(caller)).consume(trx, check.attemptId));
  if (!isUsed) throw refusedPasscode('FORMAT', 'is no longer valid. Request a new one.');
}

const refusedPasscode = (code: FieldErrorCode, message: string): Failure =>
  invalidFields({ passcode: [{ code, message }] });
