import { scopeOf } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { requiredSeniorPost, seniorPosts, texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { invalidFields } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';

/** A field of a user that conflicts with another user. */
export interface UserConflict {
  field: 'email' | 'designation';
  problem: FieldProblem;
}

/** A senior designation has one active holder in an organisation. */
export const designationTaken: UserConflict = {
  field: 'designation',
  problem: { code: 'TAKEN', message: 'is held by another user' },
};

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

/** Why a user may not leave a designation, null if they may. */
export const vacatingProblem = (designation: string | null): FieldProblem | null =>
  designation === requiredSeniorPost ? { code: 'REQUIRED', message: texts.organisations.ceoRequired } : null;

/** Throws 422 if a user would leave the post that must not be vacant. */
export const refuseVacatingRequiredPost = (designation: string | null): void =>
  refuseDesignation(vacatingProblem(designation));

/** Why a form or file may not give a designation, null if it may: senior posts are given by those who may nominate. */
export function nominationProblem(caller: Caller, current: string | null, designation: string): FieldProblem | null {
  if (!isSeniorPost(designation) || designation === current) return null;
  return scopeOf(caller, 'organisations:nominate') === null
    ? { code: 'NOT_ALLOWED', message: 'must be assigned by nomination' }
    : null;
}

/** Throws 422 if a user's form sets a senior post and the caller may not nominate. */
export const refusePostWithoutNomination = (caller: Caller, current: string | null, designation: string): void =>
  refuseDesignation(nominationProblem(caller, current, designation));

function refuseDesignation(problem: FieldProblem | null): void {
  if (problem !== null) throw invalidFields({ designation: [problem] });
}

/** The senior posts that active users of organisations hold. */
export const findHeldPosts = (trx: Transaction<Database>, organisationIds: readonly number[]) =>
  trx
    .selectFrom('ent_usr')
    .select(['ent_org_id', 'designation'])
    .where(sql<boolean>`ent_org_id = any(${organisationIds}::int[])`)
    .where('designation', 'in', [...posts])
    .where('is_disabled', '=', false)
    .execute();
