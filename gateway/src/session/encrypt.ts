import { calls } from '@console/contract/calls/all';
import { encryptMaxLength } from '@console/contract/rules';
import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { incomplete } from '../product-api/errors.ts';
import { keyOf } from '../product-api/reads.ts';
import { textOf } from '../product-api/shape.ts';

/** REST-4: the result is opaque. */
export async function encrypt(context: Context, data: string): Promise<string> {
  const { api, services } = context;
  keyOf(api);
  if (data.length > encryptMaxLength)
    throw invalid([{ path: 'data', message: `must be at most ${encryptMaxLength} characters` }]);
  await services.limits.encrypt(context.countedAs);
  const text = textOf((await api.call(calls.encrypt, { body: { data } })).data);
  if (text === null) throw incomplete(api.log, calls.encrypt, 'data');
  return text;
}
