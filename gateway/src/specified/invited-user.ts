import { calls } from '@console/contract/calls/all';
import { assertValid } from '../core/input-checks.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { filterValues } from '../product-api/paging.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOf, recordOf } from '../product-api/shape.ts';

interface EmailOwner {
  org: Readonly<Record<string, unknown>>;
  organisationId: string | null;
  userId: string | null;
  isDisabled: boolean;
}

/** REST-16: owner of an email, all null if unknown. INVALID for a user of the inviting organisation. */
export async function findEmailOwner(
  api: RequestCalls,
  email: string,
  invitingOrganisationId: string,
): Promise<EmailOwner> {
  const answer = await nullIfUnknown(api.call(calls.checkIfOrgUsrExists, { body: { user: { email } } }));
  const [org, user] = [recordOf(answer?.org), recordOf(answer?.user)];
  const invitedId = idOf(org.id) ?? idOf(user.ent_org_id);
  const own = invitedId === invitingOrganisationId;
  assertValid(own ? { path: 'email', code: 'NOT_ALLOWED', message: 'belongs to the inviting organisation' } : null);
  return {
    org,
    organisationId: invitedId,
    userId: idOf(user.id),
    isDisabled: boolOf(user.is_disabled),
  };
}

/** Some product APIs respond 404 for an unknown email. */
async function nullIfUnknown<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
}

export function invitedUserBody(email: string, modules: readonly (string | number)[] | undefined) {
  return { email, ...(modules && { modules: modules.map(String) }) };
}

/** Module ids of an invitation, undefined for none. Throws INVALID for too many. */
export const nonEmptyModuleIds = (
  modules: readonly (string | number)[] | null | undefined,
): readonly (string | number)[] | undefined => filterValues('modules', modules);

export const inviteInputNames = { ext_org_id: 'organisationId', 'user.email': 'email', 'user.modules': 'modules' };
