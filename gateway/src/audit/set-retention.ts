import { auditRetentionDays } from '@console/contract/audit-retention';
import { auditCalls } from '@console/contract/calls/audit';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import type { SetAuditRetentionInput } from '../generated/resolvers-types.ts';
import { notFoundForInvalidId } from '../product-api/reads.ts';
import { toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';

const { min, max } = auditRetentionDays;

/** Sets for how many days the events of an organisation are kept, by a call of our platform; returns the organisation's id. */
export async function setAuditRetention(
  context: Context,
  { organisationId: given, days }: SetAuditRetentionInput,
): Promise<{ organisationId: string }> {
  const organisationId = String(given).trim();
  await authorize(context.api, 'audit:setRetention', organisationId);
  assertValid(days < min || days > max ? { path: 'days', message: `must be from ${min} to ${max}` } : null);
  const call = auditCalls.setAuditRetention;
  await requireCall(context, call, 'The product API has no activity');
  const body = { org_id: toWireId(organisationId), days };
  await notFoundForInvalidId(context.api.call(call, { body }), organisationId);
  return { organisationId };
}
