import type { Context } from '../core/context.ts';
import { organisationIfComplete, payloadOrganisation } from '../core/payload-organisation.ts';
import { userIfComplete } from '../core/user-form.ts';
import { readUser } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, type OrganisationBody, recordOf, type UserBody, userOf } from '../product-api/shape.ts';

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

export const userResultOf = (user: UserBody): UserResult => ({
  user: async () => user,
  organisationId: idOf(user.ent_org_id),
});

/** Uses the user in a response, or reads them by `id`, else by `find`, when fields are missing. */
export function userResultFromResponse(
  api: RequestCalls,
  answered: UserBody | null | undefined,
  { id, organisationId, find }: { id?: string | null; organisationId: string | null; find?: () => Promise<UserBody> },
): UserResult {
  const whole = userIfComplete(answered);
  const organisation = organisationIfComplete(recordOf(answered).organisation);
  const knownId = id ?? idOf(userOf(answered)?.id);
  return {
    organisationId,
    handedOver: recordOf(answered).handedOver,
    organisation: organisation && idOf(organisation.id) === organisationId ? organisation : null,
    async user() {
      if (whole && (!id || idOf(whole.id) === id)) return whole;
      return knownId === null && find ? find() : readUser(api, knownId ?? '');
    },
  };
}
