import { createHash } from 'node:crypto';
import type { Call } from '@console/contract/call';
import { GraphQLError } from 'graphql';
import type { Context } from './context.ts';
import type { CallInput } from './product-api/client.ts';
import { ApiFailure } from './product-api/errors.ts';
import { keyOf, readCurrentUser } from './product-api/reads.ts';
import { refusedAs } from './product-api/refusals.ts';
import type { ApiResponse } from './product-api/response-reader.ts';

/**
 * Makes a call that carries the caller's own password, once; WRONG_PASSWORD when that is what was refused. `isAbout` says so of a refusal without a
 * code. After five wrong ones of a session or key in 15 minutes RATE_LIMITED, whether or not the product API counts them.
 */
export async function withOwnPassword<C extends Call>(
  context: Context,
  call: C,
  input: CallInput<C>,
  isAbout: (refused: ApiFailure) => boolean,
): Promise<ApiResponse<C>> {
  const { api, session, services } = context;
  const key = keyOf(api);
  if (await context.extended()) return send(context, call, input, isAbout);
  const caller = session.current?.sid ?? createHash('sha256').update(key).digest('base64url');
  await services.limits.tryOwnPassword(caller);
  try {
    const answer = await send(context, call, input, isAbout);
    await services.limits.rightOwnPassword(caller);
    return answer;
  } catch (thrown) {
    const wrong = thrown instanceof GraphQLError && thrown.extensions.code === 'WRONG_PASSWORD';
    if (!wrong) await services.limits.untriedOwnPassword(caller);
    throw thrown;
  }
}

async function send<C extends Call>(
  { api }: Context,
  call: C,
  input: CallInput<C>,
  isAbout: (refused: ApiFailure) => boolean,
): Promise<ApiResponse<C>> {
  try {
    return await api.attempt(call, input);
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    // Some product APIs say 401 to a wrong password. Whether the session is over, the one call about it tells.
    if (thrown.status === 401) {
      await readCurrentUser(api);
      throw refusedAs('WRONG_PASSWORD', thrown);
    }
    if (thrown.status === 422 && thrown.code === 'INVALID' && isAbout(thrown))
      throw refusedAs('WRONG_PASSWORD', thrown);
    throw thrown;
  }
}
