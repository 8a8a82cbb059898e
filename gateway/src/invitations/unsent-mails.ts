import { scopeOf } from '@console/contract/access';
import { unsentMailsCalls } from '@console/contract/calls/invitations';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { UnsentMails } from '../generated/resolvers-types.ts';
import { boolOf, integerOf, isoTimeOf, textOf } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported } from '../specified/extension-calls.ts';

/** Null while all mails leave, and for a caller who may not see them. */
export async function readUnsentMails(context: Context): Promise<IfSupported<UnsentMails>> {
  if (scopeOf(await readCaller(context.api), 'mails:view') === null) return null;
  const answer = await callIfSupported(context, unsentMailsCalls.unsentMails, {});
  if (answer === null) return null;
  const [sending, count] = [boolOf(answer.is_sending), integerOf(answer.unsent_count) ?? 0];
  if (sending && count === 0) return null;
  return { sending, count, since: isoTimeOf(answer.unsent_since), failure: textOf(answer.failure) };
}
