import { scopeOf } from '@console/contract/access';
import { unsentEmailsCalls } from '@console/contract/calls/invitations';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { UnsentEmails } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { boolOf, integerOf, isFalse, isoTimeOf, textOf } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported } from '../specified/extension-calls.ts';

/** Null while all mails leave, and for a caller who may not see them. */
export async function readUnsentEmails(context: Context): Promise<IfSupported<UnsentEmails>> {
  if (scopeOf(await readCaller(context.api), 'mails:view') === null) return null;
  const call = unsentEmailsCalls.unsentEmails;
  const answer = await callIfSupported(context, call, {});
  if (answer === null) return null;
  const [sending, count] = [boolOf(answer.is_sending), integerOf(answer.unsent_count)];
  if (!sending && !isFalse(answer.is_sending)) throw incompleteResponse(context.log, call, 'is_sending');
  if (sending && count === null) throw incompleteResponse(context.log, call, 'unsent_count');
  if (sending && count === 0) return null;
  return { sending, count: count ?? 0, since: isoTimeOf(answer.unsent_since), failure: textOf(answer.failure) };
}
