import type { CallResponse } from '@console/contract/call';
import type { sessionCalls } from '@console/contract/calls/session';
import { type SignInRefusal, signInRefusals } from '@console/contract/errors';
import { countedNetwork } from '@console/contract/ip-address';
import type { Transaction } from 'kysely';
import { addressRefusal, isUserAddressAllowed } from '../core/access/allowed-address.ts';
import { readRequiredFactor, requiredFactorField } from '../core/access/required-factor.ts';
import type { Services } from '../core/access/services.ts';
import { createSession } from '../core/access/sessions.ts';
import { type AuditEntry, publicActor } from '../core/base/audit-entry.ts';
import type { ClientDevice } from '../core/base/client-device.ts';
import { hourMs } from '../core/base/clock.ts';
import { Failure, rateLimited, refused, withAudit } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { selectUsers, toUserResponse } from '../core/database/user-response.ts';
import { createDeviceToken, readDeviceToken } from './device-token.ts';
import { loginAttemptsStore } from './login-attempts.store.ts';
import { recordDeviceAndMailIfNew } from './new-device.ts';
import { notifyFailedAttempts, notifyLockout } from './notify-failed-attempts.ts';
import { rememberedDevicesStore } from './remembered-devices.store.ts';
import { type CodeCheck, consumeCode, countAndCheckCode, notifyRecoveryCode } from './second-step.ts';
import { checkPasswordWithinLimits, clearOtpChallengeCounts } from './session.limits.ts';
import { findSignInUser, inactiveReason, lockUnchangedUser, type SignInUser, secondStepOf } from './sign-in.store.ts';

/** A specification-only platform ignores `rememberToken` and `deviceToken`. */
export interface Credentials {
  email: string;
  password: string;
  otp?: string | undefined;
  otpRequired?: boolean | undefined;
  loginAttempt?: string | undefined;
  rememberToken?: string | undefined;
  /** Default: true. */
  rememberDevice?: boolean | undefined;
  deviceToken?: string | undefined;
}

type SignInResponse = CallResponse<typeof sessionCalls.login>;
/** A failure is returned, not thrown, until the commit, because the attempt written with it must stay. */
type Outcome = SignInResponse | Failure;

export interface SignInOrigin {
  requestId: string;
  device: ClientDevice;
}

/** Signs in (PROTOCOLS 2, steps 4, 9 and 10); verifies one hash for every email. Throws 422 with one of `signInRefusals`, or 429. */
export async function signIn(services: Services, origin: SignInOrigin, given: Credentials): Promise<SignInResponse> {
  const user = await findSignInUser(services.db, given.email);
  noteAccount(user?.id);
  try {
    return await signInAs(services, origin, user, given);
  } catch (error) {
    throw error instanceof Failure ? auditedSignIn(error, user) : error;
  }
}

async function signInAs(
  services: Services,
  { device: client, requestId }: SignInOrigin,
  user: SignInUser | undefined,
  given: Credentials,
): Promise<SignInResponse> {
  const { db, passwords } = services;
  const { address } = client;
  let codeCheck: CodeCheck | null = null;
  const device = readDeviceToken(services, user, given.deviceToken);
  const isPasswordRight = await checkPasswordWithinLimits(
    services,
    { email: given.email, address, device },
    async () => {
      if (user && given.otp !== undefined)
        codeCheck = await countAndCheckCode(services, db, user, { otp: given.otp, loginAttempt: given.loginAttempt });
      const isRight = await passwords.verify(
        `network:${countedNetwork(address)}`,
        user?.password_hash ?? null,
        given.password,
      );
      await notifyFailedAttempts(services, { user, email: given.email, address, requestId }, isRight, codeCheck);
      return isRight;
    },
  );
  if (!user || !isPasswordRight) throw wrongCredentials(services, given, codeCheck);
  const actor = publicActor(user, { requestId, address });
  const outcome = await runCommand(services, actor, (trx) =>
    signInWithPassword(services, trx, user, { ...given, device: client }, codeCheck),
  );
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

async function signInWithPassword(
  services: Services,
  trx: Transaction<Database>,
  unlocked: SignInUser,
  given: Credentials & { device: ClientDevice },
  codeCheck: CodeCheck | null,
): Promise<CommandResult<Outcome>> {
  const { extensions } = services.settings;
  const { device, deviceToken } = given;
  const user = await lockUnchangedUser(trx, unlocked);
  if (!user) return { answer: wrongCredentials(services, given, codeCheck), audit: null };
  const reason = inactiveReason(user);
  if (reason) return { answer: refuse(reason), audit: null };
  if (user.password_use === 'refused') return { answer: refuse('SINGLE_SIGN_ON_REQUIRED'), audit: null };
  const step = secondStepOf(services, user);
  if (step === null) return completeSignIn(services, trx, user, { device, deviceToken });
  // If an app was set up or removed since, sign-in asks for another kind of code.
  if (given.otp !== undefined)
    return signInWithCode(services, trx, user, given, codeCheck?.step === step ? codeCheck : null);
  const remembered = extensions
    ? await rememberedDevicesStore(services, user.id).use(trx, given.rememberToken, device)
    : given.otpRequired === false;
  const hasFactor = step === 'app';
  if (remembered) return completeSignIn(services, trx, user, { device, deviceToken, isRemembered: true, hasFactor });
  const attempts = loginAttemptsStore(services, user.id);
  const withTries = step === 'app';
  const login_attempt = extensions ? await attempts.begin(trx, given.loginAttempt, { withTries }) : undefined;
  return { answer: refuse('OTP_REQUIRED', { login_attempt, ...(step === 'app' && { factor: step }) }), audit: null };
}

async function signInWithCode(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  given: Credentials & { device: ClientDevice },
  check: CodeCheck | null,
): Promise<CommandResult<Outcome>> {
  const { device, deviceToken } = given;
  const attempts = loginAttemptsStore(services, user.id);
  // Codes of an app have no email that could be rejected and say how long to wait.
  const wait = check?.step === 'app' ? await attempts.lockoutSeconds(trx) : 0;
  if (wait > 0) return { answer: rateLimited(wait), audit: null };
  if (check && (await consumeCode(services, trx, user, check))) {
    const remember = services.settings.extensions && given.rememberDevice !== false;
    const { answer, audit } = await completeSignIn(services, trx, user, {
      device,
      deviceToken,
      remember,
      hasFactor: check.step === 'app',
    });
    const used = await notifyRecoveryCode(services, trx, user, check);
    return { answer, audit: [audit, used].flatMap((entry) => entry ?? []) };
  }
  const isLockedOut = check?.isRight === false && (await attempts.countWrongPasscode(trx));
  const what = check?.step === 'app' ? 'codes' : 'passcodes';
  const audit = isLockedOut ? await notifyLockout(services, trx, user, what) : null;
  return { answer: wrongCredentials(services, given, check), audit };
}

/** Creates a session for a locked user if their organisation allows the address. `by`: instead of password and passcode. */
export async function completeSignIn(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  {
    device,
    deviceToken,
    remember = false,
    isRemembered = false,
    hasFactor = false,
    by,
  }: {
    device: ClientDevice;
    deviceToken: string | undefined;
    remember?: boolean;
    isRemembered?: boolean;
    /** True after a code of the app or a recovery code. */
    hasFactor?: boolean;
    by?: 'passkey';
  },
): Promise<CommandResult<Outcome>> {
  const { clock, settings } = services;
  if (!(await isUserAddressAllowed(trx, user.id, device.address)))
    return { answer: refuse(addressRefusal), audit: null };
  const keys = await createSession(trx, clock, user.id, settings.sessionHours * hourMs, device, {
    by: by ?? 'password',
    hasFactor: hasFactor || by === 'passkey',
  });
  await recordDeviceAndMailIfNew(services, trx, user, device, { isRemembered });
  if (settings.extensions)
    await trx.updateTable('ent_usr').set({ last_sign_in_at: clock() }).where('id', '=', user.id).execute();
  const row = await selectUsers(trx).where('ent_usr.id', '=', user.id).executeTakeFirstOrThrow();
  if (user.otp_required) await clearOtpChallengeCounts(trx, user.email);
  const required = await readRequiredFactor(services, trx, keys.sessionId);
  const method = by ?? (hasFactor ? 'authenticator app' : undefined);
  return {
    answer: {
      current_ent_usr: {
        ...toUserResponse(row),
        api_key: keys.apiKey,
        session_token: keys.sessionToken,
        ...requiredFactorField(required),
      },
      ...(settings.extensions && { device_token: createDeviceToken(services, user, deviceToken) }),
      ...(remember && { remember_token: await rememberedDevicesStore(services, user.id).add(trx, device) }),
    },
    audit: { action: 'session:signIn', target: { type: 'session', id: keys.sessionId }, ...howOf(user, method) },
  };
}

/** Details of an unusual sign-in for the event. */
function howOf({ password_use }: SignInUser, by: string | undefined): Pick<AuditEntry, 'after'> {
  const isBreakGlass = password_use === 'break-glass';
  return by || isBreakGlass ? { after: { ...(by && { by }), ...(isBreakGlass && { breakGlass: true }) } } : {};
}

const refuse = (reason: SignInRefusal, extra?: Record<string, unknown>) => refused(reason, extra);

// A wrong password with a passcode looks like a wrong passcode (SPEC 8).
const wrongCredentials = ({ settings }: Services, { otp }: Credentials, codeCheck: CodeCheck | null) =>
  otp === undefined
    ? refuse('INVALID_CREDENTIALS')
    : refuse('INVALID_OTP', settings.extensions ? { tries_left: codeCheck?.triesLeft ?? 0 } : {});

/** Audits a failed sign-in alike for known and unknown emails. The user is the actor only after the right password. */
export function auditedSignIn(failure: Failure, user: SignInUser | undefined): Failure {
  const { message } = failure.body;
  const reason = failure.status === 429 ? 'RATE_LIMITED' : signInRefusals.find((refusal) => refusal === message);
  if (!reason || reason === 'OTP_REQUIRED') return failure;
  const isProven = ['USER_INACTIVE', 'ORG_INACTIVE', 'SINGLE_SIGN_ON_REQUIRED', addressRefusal].includes(reason);
  const entry = { action: 'session:refuse', target: { type: 'ent_usr', id: user?.id ?? null }, after: { reason } };
  const organisationId = user?.ent_org_id == null ? null : String(user.ent_org_id);
  return withAudit(failure, entry, { userId: (isProven && user?.id) || null, organisationId, via: 'public' });
}
