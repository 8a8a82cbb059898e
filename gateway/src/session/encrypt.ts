import { createHash } from 'node:crypto';
import { calls } from '@console/contract/calls/all';
import { encryptMaxLength } from '@console/contract/rules';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { keyOf } from '../product-api/reads.ts';
import { recordOf, textOf } from '../product-api/shape.ts';

/** REST-4: what comes back is opaque. */
export async function encrypt({ api, session, services }: Context, data: string): Promise<string> {
  const key = keyOf(api);
  if (data.length > encryptMaxLength)
    throw invalid([{ path: 'data', message: `must be at most ${encryptMaxLength} characters` }]);
  await services.limits.encrypt(session.current?.uid ?? createHash('sha256').update(key).digest('base64url'));
  const answer = recordOf(await api.call(calls.encrypt, { body: { data } }));
  const text = textOf(answer.data) ?? textOf(answer.encrypted_data);
  if (text === null) throw new ApiFailure(calls.encrypt, 'UPSTREAM_BAD_RESPONSE');
  return text;
}
