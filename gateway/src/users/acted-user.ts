import { readUser } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, objectOf, type UserBody, userOf } from '../product-api/shape.ts';
import { wholeUserIn } from '../user-form.ts';

/** A user on whom an act is done. */
export interface ActedUser {
  /** The user as they are now. When they cannot be read again this fails, and the act is done all the same. */
  user(): Promise<UserBody>;
  organisationId: string | null;
}

/** A user as they were read, with nothing left to do. */
export const asRead = (user: UserBody): ActedUser => ({
  user: async () => user,
  organisationId: idOf(user.ent_org_id),
});

/** A user as an act's answer has them; an answer that is thin is made good by one read of `id`, else by `find`. */
export function asAnswered(
  api: RequestCalls,
  answer: unknown,
  { id, organisationId, find }: { id?: string | null; organisationId: string | null; find?: () => Promise<UserBody> },
): ActedUser {
  const whole = wholeUserIn(answer);
  const known = id ?? idOf(userOf(objectOf(answer, 'user', 'ent_usr'))?.id);
  return {
    organisationId,
    async user() {
      if (whole && (!id || idOf(whole.id) === id)) return whole;
      return known === null && find ? find() : readUser(api, known ?? '');
    },
  };
}
