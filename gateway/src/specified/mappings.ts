import { calls } from '@console/contract/calls/all';
import { reasonProblem, trimmedReason } from '@console/contract/mapping-endings';
import { failure } from '../base/errors.ts';
import { isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, at } from '../core/input-checks.ts';
import { nullOnFailure, readOrganisation } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { boolOf, toWireId } from '../product-api/shape.ts';

/** REST-29: what is between an organisation and the one that it invites, as answered for the invited one as vendor, and for it as customer where the product API looks in one direction only (CHECKLIST OPEN-29). */
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

/** What REST-14 and REST-15 are given in addition to the invited user. */
export const inviteTypeField = async (context: Context, invite_type: 'organisation') =>
  (await context.supports('extensions')) ? { invite_type } : {};

/** Whether what an organisation has rejected can be asked for; another product API need not show it. */
export const answersRejected = (context: Context): Promise<boolean> => context.supports('extensions');

/** Whether rejecting, ending and withdrawing take a reason; nothing in the specification replaces it, nor withdrawing. */
export const takesReason = (context: Context): Promise<boolean> => context.supports('extensions');

/** A reason as it is sent. Throws INVALID, and CAPABILITY_UNAVAILABLE where the product API takes none. */
export async function reasonField(context: Context, given: string | null | undefined): Promise<{ reason?: string }> {
  assertValid(at('reason', reasonProblem(given)));
  const reason = trimmedReason(given);
  if (reason === undefined) return {};
  if (!(await takesReason(context)))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not accept a reason.');
  return { reason };
}

/** Whether an organisation of a mapping is disabled (CHECKLIST OPEN-43), as far as the caller may see it. A product API that checks it itself is not asked for what the caller may not see. */
export async function isKnownDisabled(context: Context, organisationId: string): Promise<boolean> {
  const { api } = context;
  const checksItself = await context.supports('extensions');
  // The caller's own organisation is active, as they are signed in.
  if (organisationId === (await readCaller(api)).organisationId) return false;
  if (checksItself && !(await isAllowed(api, 'organisations:view', organisationId))) return false;
  return boolOf((await nullOnFailure(readOrganisation(api, organisationId)))?.is_disabled);
}
