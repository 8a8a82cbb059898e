import { auditCalls, checkedEvents } from '@console/contract/calls/audit';
import { invalid } from '../base/errors.ts';
import { authorizedRead } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { ActivityCheck, AuditChainProblem, QueryVerifyActivityArgs } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, integerOf, recordOf, textOf, toWireId } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported } from '../specified/extension-calls.ts';

const call = auditCalls.verifyActivity;
const problems = { changed: 'CHANGED', removed: 'REMOVED', added: 'ADDED', cut_off: 'CUT_OFF' } as const;

/** Checks a hash chain, with a permission check; null when the product API has no activity. */
export function verifyActivity(args: QueryVerifyActivityArgs, context: Context): Promise<IfSupported<ActivityCheck>> {
  const organisationId = args.organisationId == null ? null : String(args.organisationId);
  return authorizedRead(context.api, 'audit:view', organisationId ?? '', check(args, organisationId, context));
}

async function check(
  { after, first, head }: QueryVerifyActivityArgs,
  organisationId: string | null,
  context: Context,
): Promise<IfSupported<ActivityCheck>> {
  requireKey(context.api);
  if (after != null && after < 0) throw invalid([{ path: 'after', message: 'must be 0 or more' }]);
  if (first != null && (first < 1 || first > checkedEvents.most))
    throw invalid([{ path: 'first', message: `must be from 1 to ${checkedEvents.most}` }]);
  if (head != null && !/^\d{1,15}:[\da-f]{64}$/.test(head))
    throw invalid([{ path: 'head', message: 'must be a number:hash' }]);
  const answer = await callIfSupported(context, call, {
    query: {
      org_id: organisationId === null ? undefined : toWireId(organisationId),
      after: after == null ? undefined : String(after),
      first: first == null ? undefined : String(first),
      head: head ?? undefined,
    },
  });
  if (answer === null) return null;
  const checked = integerOf(answer.checked);
  if (checked === null) throw incompleteResponse(context.log, call, 'checked');
  const { number, hash } = recordOf(answer.head);
  const broken = answer.broken == null ? null : breakOf(recordOf(answer.broken));
  const known = integerOf(number) !== null && textOf(hash) !== null;
  return {
    whole: broken === null,
    checked,
    broken,
    next: integerOf(answer.next),
    head: known ? `${number}:${hash}` : null,
  };
}

const breakOf = ({ kind, number, event_id }: Readonly<Record<string, unknown>>) => ({
  problem: (problems as Record<string, AuditChainProblem>)[String(kind)] ?? 'CHANGED',
  number: integerOf(number) ?? 0,
  eventId: idOf(event_id),
});
