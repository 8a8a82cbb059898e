import { calls } from '@console/contract/calls/all';
import { encryptMaxLength } from '@console/contract/rules';
import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { requireKey } from '../product-api/reads.ts';
import { textOf } from '../product-api/shape.ts';

/** REST-4: the result is opaque. */
export async function encrypt(context: Context, data: string): Promise<string> {
  const { api, services } = context;
  requireKey(api);
  if (data.length > encryptMaxLength)
    throw invalid([{ path: 'data', code: 'TOO_LONG', message: `must be at most ${encryptMaxLength} characters` }]);
  if (!(await context.countsAttempts())) await services.limits.encryptions.consumeOrThrow(context.limitKey);
  const text = textOf((await api.call(calls.encrypt, { body: { data } })).data);
  if (text === null) throw incompleteResponse(api.log, calls.encrypt, 'data');
  return text;
}
