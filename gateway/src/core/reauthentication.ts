import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { type KeyScope, missingScopeText } from '@console/contract/key-scopes';
import { texts } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { type FieldError, failure } from '../base/errors.ts';
import { hashApiKey } from '../base/key-hash.ts';
import type { CallInput } from '../product-api/call-context.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { readPerson, requireKey } from '../product-api/reads.ts';
import { recodedFailure, rethrowWithInputNames } from '../product-api/refusals.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { userOf } from '../product-api/shape.ts';
import { readCaller } from './caller.ts';
import type { Context } from './context.ts';

const wrongPasswordError = (message: string, fields: FieldError[] = [], cause?: Error) =>
  failure('WRONG_PASSWORD', message, { fields, cause });

type GivenPassword = string | null | undefined;

export interface IdAndPassword {
  id: string | number;
  currentPassword?: GivenPassword;
}

/**
 * Checks the password before a command, except for an API key with `sensitive:write`. Throws WRONG_PASSWORD with
 * `message` or FORBIDDEN for a missing scope; with other methods the command itself fails.
 */
export async function requirePasswordOrScope(
  context: Context,
  currentPassword: GivenPassword,
  message: string,
): Promise<() => Promise<void>> {
  const { keyScopes } = await readCaller(context.api);
  if (keyScopes?.includes(sensitiveScope)) return async () => {};
  if (currentPassword == null && keyScopes !== null) throw failure('FORBIDDEN', missingScopeText(sensitiveScope));
  if (currentPassword == null && (await isConfirmedOtherwise(context))) return async () => {};
  if (!currentPassword) throw wrongPasswordError(message);
  return () => reauthenticateForNextCommand(context, currentPassword, message);
}

/** Checks the password now, for the next command of the caller. */
export async function confirmOwnPassword(context: Context, currentPassword: GivenPassword): Promise<void> {
  const reauthenticate = await requirePasswordOrScope(context, currentPassword, texts.users.invalidCredentials);
  await reauthenticate();
}

/** Like `requirePasswordOrScope`, for activating and enabling, which can go without a password. */
export async function requirePasswordToActivate(
  context: Context,
  currentPassword: GivenPassword,
  message: string,
): Promise<() => Promise<void>> {
  if (currentPassword == null && !context.services.settings.requirePasswordOnActivate) return async () => {};
  // External product APIs, and platforms with another setting, do whatever the gateway lets pass.
  if (currentPassword == null && !context.session.isBearer && !(await context.supports('confirmed_activation')))
    throw wrongPasswordError(message);
  return requirePasswordOrScope(context, currentPassword, message);
}

/** Whether the product API itself rejects unconfirmed actions. */
const isConfirmedOtherwise = async (context: Context): Promise<boolean> =>
  !context.session.isBearer && context.supports('extensions');

const sensitiveScope = 'sensitive:write' satisfies KeyScope;

/** REST-7 authorises the next command. Throws WRONG_PASSWORD with `message`. */
async function reauthenticateForNextCommand(context: Context, currentPassword: string, message: string): Promise<void> {
  const call = calls.validPassword;
  const body = { current_password: currentPassword };
  try {
    const proof = callWithOwnPassword(context, call, { body }, () => true);
    const { current_user } = await rethrowWithInputNames({ current_password: 'currentPassword' }, proof);
    if (!userOf(current_user)) throw incompleteResponse(context.log, call, 'current_user');
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError && thrown.extensions.code === 'WRONG_PASSWORD')) throw thrown;
    throw wrongPasswordError(message, thrown.extensions.fields as FieldError[], thrown);
  }
}

/** Makes a call with the own password; throws WRONG_PASSWORD (`isAboutPassword` decides without a code), RATE_LIMITED after five failures in 15 minutes or too many of a user. */
export async function callWithOwnPassword<C extends Call>(
  context: Context,
  call: C,
  input: CallInput<C>,
  isAboutPassword: (refused: ApiFailure) => boolean,
): Promise<ApiResponse<C>> {
  if (await context.countsAttempts()) return send(context, call, input, isAboutPassword);
  const { api, session, services } = context;
  const key = requireKey(api);
  const { limits } = services;
  const caller = session.current?.sid ?? hashApiKey(key);
  const account = session.current?.uid ?? (await readCaller(api)).userId ?? caller;
  const { clientAddress } = context.call;
  await limits.ownPasswordsOfSession.consumeOrThrow(caller);
  await limits.ownPasswords.consume(account, clientAddress);
  try {
    const answer = await send(context, call, input, isAboutPassword);
    await limits.ownPasswordsOfSession.reset(caller);
    await limits.ownPasswords.reset(account);
    return answer;
  } catch (thrown) {
    const wrong = thrown instanceof GraphQLError && thrown.extensions.code === 'WRONG_PASSWORD';
    if (wrong) await limits.ownPasswords.recordFailure(clientAddress);
    else {
      await limits.ownPasswordsOfSession.refund(caller);
      await limits.ownPasswords.refund(account);
    }
    throw thrown;
  }
}

async function send<C extends Call>(
  { api }: Context,
  call: C,
  input: CallInput<C>,
  isAboutPassword: (refused: ApiFailure) => boolean,
): Promise<ApiResponse<C>> {
  try {
    return await api.callOnce(call, input);
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    // Some product APIs respond 401 to a wrong password. Reading the current user shows whether the session has ended.
    if (thrown.status === 401) {
      await readPerson(api);
      throw recodedFailure('WRONG_PASSWORD', thrown);
    }
    if (thrown.status === 422 && thrown.code === 'INVALID' && isAboutPassword(thrown))
      throw recodedFailure('WRONG_PASSWORD', thrown);
    throw thrown;
  }
}
