import { scopeOf } from '@console/contract/access';
import { requiredSeniorPost, seniorPosts, texts } from '@console/contract/rules';
import type { Caller } from '../core/access/caller.ts';
import { invalidFields } from '../core/base/failure.ts';

/** A field of a user that conflicts with another user. */
export interface UserConflict {
  field: 'email' | 'designation';
  problem: string;
}

/** A senior designation has one active holder in an organisation. */
export const designationTaken: UserConflict = { field: 'designation', problem: 'is held by somebody else' };

/** Turns a violation of the unique index on senior designations into a 422; only the index sees two users at once. */
export function translateTakenDesignationError(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === 'ent_usr_senior')
    throw invalidFields({ [designationTaken.field]: [designationTaken.problem] });
  throw error;
}

const posts = new Set<string>(seniorPosts.map(({ id }) => id));

/** Whether a designation is a senior post, which one user of an organisation holds. */
export const isSeniorPost = (designation: string | null | undefined): designation is string =>
  designation != null && posts.has(designation);

/** Throws 422 if a user would leave the post that must not be vacant. */
export function refuseVacatingRequiredPost(designation: string | null): void {
  if (designation === requiredSeniorPost) throw invalidFields({ designation: [texts.organisations.ceoRequired] });
}

/** Throws 422 if a user's form sets a senior post and the caller may not nominate. */
export function refusePostWithoutNomination(caller: Caller, current: string | null, designation: string): void {
  if (!isSeniorPost(designation) || designation === current) return;
  if (scopeOf(caller, 'organisations:nominate') !== null) return;
  throw invalidFields({ designation: ['is given by nomination'] });
}
