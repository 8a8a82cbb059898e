import { type Action, decideAccess } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';
import { assertValid } from '../core/input-checks.ts';
import { assertAllowed, readCaller } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';

/** The organisation that the caller acts for, by default their own; the permission is checked before any call about it. */
export async function authorizeActingOrganisation(
  api: RequestCalls,
  action: Action,
  requestedId: string | number | null | undefined,
): Promise<string> {
  const caller = await readCaller(api);
  const organisationId = requestedId == null ? caller.organisationId : String(requestedId);
  assertAllowed(decideAccess(caller, action, organisationId ?? ''));
  assertValid(organisationId === null ? { path: 'organisationId', message: texts.field.required } : null);
  return organisationId ?? '';
}

/** Whether an organisation is the caller's own: the product API has separate calls for it. */
export const isOwnOrganisation = async (api: RequestCalls, organisationId: string): Promise<boolean> =>
  (await readCaller(api)).organisationId === organisationId;

export const isCallerAllowed = async (api: RequestCalls, action: Action, organisationId: string): Promise<boolean> =>
  decideAccess(await readCaller(api), action, organisationId) === 'allowed';

export const notFoundError = () => failure('NOT_FOUND', 'Not found');

/** Null for a read after a successful mutation that fails. */
export async function nullOnFailure<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return null;
    throw thrown;
  }
}
