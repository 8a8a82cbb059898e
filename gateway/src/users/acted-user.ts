import { wholeUser } from '../core/user-form.ts';
import { readUser } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, type UserBody, userOf } from '../product-api/shape.ts';

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

/** A user as a command's answer has them; one that lacks fields is read by `id`, else found by `find`. */
export function asAnswered(
  api: RequestCalls,
  answered: UserBody | null | undefined,
  { id, organisationId, find }: { id?: string | null; organisationId: string | null; find?: () => Promise<UserBody> },
): ActedUser {
  const whole = wholeUser(answered);
  const known = id ?? idOf(userOf(answered)?.id);
  return {
    organisationId,
    async user() {
      if (whole && (!id || idOf(whole.id) === id)) return whole;
      return known === null && find ? find() : readUser(api, known ?? '');
    },
  };
}
