import type { Call } from '@console/contract/call';
import { GraphQLError } from 'graphql';
import { hashApiKey } from '../base/key-hash.ts';
import type { CallInput } from '../product-api/call-context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readPerson, requireKey } from '../product-api/reads.ts';
import { recodedFailure } from '../product-api/refusals.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { readCaller } from './caller.ts';
import type { Context } from './context.ts';

/** Makes a call that contains the caller's own password; throws WRONG_PASSWORD when the password is refused (`isAboutPassword` decides for a refusal without a code), and RATE_LIMITED after five failures of a session or key in 15 minutes or too many of a user. */
export async function callWithOwnPassword<C extends Call>(
  context: Context,
  call: C,
  input: CallInput<C>,
  isAboutPassword: (refused: ApiFailure) => boolean,
): Promise<ApiResponse<C>> {
  const key = requireKey(context.api);
  if (await context.countsAttempts()) return send(context, call, input, isAboutPassword);
  const { api, session, services } = context;
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
