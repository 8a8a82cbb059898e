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
  /** The organisation in the response to the mutation, if it was in it. */
  organisation?: OrganisationBody | null;
}

/** The organisation of a payload. The mutation has succeeded: a failed read afterwards only affects this field. */
export async function payloadOrganisation(
  { organisationId, organisation }: WithOrganisation,
  _args: object,
  { api }: Context,
): Promise<OrganisationBody | null> {
  if (organisation || organisationId === null) return organisation ?? null;
  return readAllowedOrganisation(api, organisationId);
}

export interface UserResult {
  /** Reads the user again if necessary; may fail although the mutation succeeded. */
  user(): Promise<UserBody>;
  organisationId: string | null;
  /** In the response to the mutation, if it was in it. */
  organisation?: OrganisationBody | null;
  /** What became of duties that were to move, as it was answered. */
  handedOver?: unknown;
}

type PayloadParent = Omit<UserResult, 'user'> & { user(): Promise<UserBody | null> };

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
export const userPayload = {
  user: ({ user }: PayloadParent) => user(),
  // An empty answer does not say whose user it is.
  organisation: async (result: PayloadParent, args: object, context: Context) => {
    const organisationId = result.organisationId ?? idOf((await result.user())?.ent_org_id);
    return payloadOrganisation({ ...result, organisationId }, args, context);
  },
};

/** Uses the user in a response, or reads them by `id`, else by `find`, when fields are missing. */
export function userResultFromResponse(
  api: RequestCalls,
  answered: UserBody | null | undefined,
  known: { id?: string | null; organisationId?: string | null; find?: () => Promise<UserBody> },
): UserResult {
  const { id, organisationId = idOf(answered?.ent_org_id), find } = known;
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
