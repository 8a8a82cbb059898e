import { calls } from '@console/contract/calls/all';
import { reasonProblem, trimmedReason } from '@console/contract/mapping-endings';
import { failure } from '../base/errors.ts';
import { isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, at } from '../core/input-checks.ts';
import { nullOnFailure, readOrganisation } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { boolOf, toWireId } from '../product-api/shape.ts';

/** REST-29 between an organisation and the invited one as vendor, and as customer if only one direction is searched (CHECKLIST OPEN-29). */
export async function readMappingsBetween(context: Context, organisationId: string, invitedId: string) {
  const between = async (vendorId: string, customerId: string) => {
    const body = { vendor_id: toWireId(vendorId), customer_id: toWireId(customerId) };
    return notFoundForInvalidId(context.api.call(calls.mappingExists, { body }), organisationId);
  };
  const [asVendor, asCustomer] = await Promise.all([
    between(invitedId, organisationId),
    (await context.supports('extensions')) ? null : between(organisationId, invitedId),
  ]);
  return { asVendor, asCustomer };
}

export const inviteTypeField = async (context: Context, invite_type: 'organisation') =>
  (await context.supports('extensions')) ? { invite_type } : {};

/** Whether rejected mappings can be listed; an external product API may hide them. */
export const answersRejected = (context: Context): Promise<boolean> => context.supports('extensions');

/** Whether a mapping decision takes a reason, and a withdrawal is possible. */
export const takesReason = (context: Context): Promise<boolean> => context.supports('extensions');

/** A reason to send. Throws INVALID, and CAPABILITY_UNAVAILABLE without support. */
export async function reasonField(context: Context, given: string | null | undefined): Promise<{ reason?: string }> {
  assertValid(at('reason', reasonProblem(given)));
  const reason = trimmedReason(given);
  if (reason === undefined) return {};
  if (!(await takesReason(context)))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not accept a reason.');
  return { reason };
}

/** Whether a mapping's organisation is disabled (CHECKLIST OPEN-43), if visible. Not asked if the product API checks it itself. */
export async function isKnownDisabled(context: Context, organisationId: string): Promise<boolean> {
  const { api } = context;
  const checksItself = await context.supports('extensions');
  // The caller's own organisation is active, because they are signed in.
  if (organisationId === (await readCaller(api)).organisationId) return false;
  if (checksItself && !(await isAllowed(api, 'organisations:view', organisationId))) return false;
  return boolOf((await nullOnFailure(readOrganisation(api, organisationId)))?.is_disabled);
}
