import { readUser } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import {
  idOf,
  type OrganisationBody,
  organisationIfComplete,
  recordOf,
  type UserBody,
  userIfComplete,
  userOf,
} from '../product-api/shape.ts';
import { readAllowedOrganisation } from './caller.ts';
import type { Context } from './context.ts';

interface WithOrganisation {
  organisationId: string | null;
  organisation?: OrganisationBody | null;
}

/** After the mutation has succeeded, a failed read only affects this field. */
export async function payloadOrganisation(
  { organisationId, organisation }: WithOrganisation,
  _args: object,
  { api }: Context,
): Promise<OrganisationBody | null> {
  if (organisation || organisationId === null) return organisation ?? null;
  return readAllowedOrganisation(api, organisationId);
}

export interface UserResult {
  user(): Promise<UserBody>;
  organisationId: string | null;
  organisation?: OrganisationBody | null;
  handedOver?: unknown;
}

export interface CreatedUserResult extends UserResult {
  isEmailWithheld: boolean;
}

type PayloadParent = Omit<UserResult, 'user'> & { user(): Promise<UserBody | null> };

/** After the mutation has succeeded, a failed read only affects its own field. */
export const userPayload = {
  user: ({ user }: PayloadParent) => user(),
  // An empty response does not name the user.
  organisation: async (result: PayloadParent, args: object, context: Context) => {
    const organisationId = result.organisationId ?? idOf((await result.user())?.ent_org_id);
    return payloadOrganisation({ ...result, organisationId }, args, context);
  },
};

/** User of a response, or read by `id`, else by `find`, if fields are missing. */
export function userResultFromResponse(
  api: RequestCalls,
  answered: UserBody | null | undefined,
  { id, organisationId, find }: { id?: string | null; organisationId: string | null; find?: () => Promise<UserBody> },
): UserResult {
  const whole = userIfComplete(answered);
  const answeredId = idOf(userOf(answered)?.id);
  const { handedOver, organisation: value } = recordOf(answered);
  const organisation = organisationIfComplete(value);
  const knownId = id ?? answeredId;
  return {
    organisationId,
    handedOver,
    organisation: organisation && idOf(organisation.id) === organisationId ? organisation : null,
    async user() {
      if (whole && (!id || answeredId === id)) return whole;
      return knownId === null && find ? find() : readUser(api, knownId ?? '');
    },
  };
}
