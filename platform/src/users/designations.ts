import { scopeOf } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { requiredSeniorPost, seniorPosts, texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { invalidFields } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';

export interface UserConflict {
  field: 'email' | 'designation';
  problem: FieldProblem;
}

export const designationTaken: UserConflict = {
  field: 'designation',
  problem: { code: 'TAKEN', message: 'is held by another user' },
};

/** Turns a violation of the unique index into 422; only the index sees two users at once. */
export function translateTakenDesignationError(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === 'ent_usr_senior')
    throw invalidFields({ [designationTaken.field]: [designationTaken.problem] });
  throw error;
}

const posts = new Set<string>(seniorPosts.map(({ id }) => id));

export const isSeniorPost = (designation: string | null | undefined): designation is string =>
  designation != null && posts.has(designation);

/** Why a user cannot leave a designation, null if they can. */
export const vacatingProblem = (designation: string | null): FieldProblem | null =>
  designation === requiredSeniorPost ? { code: 'REQUIRED', message: texts.organisations.ceoRequired } : null;

/** Throws 422 if a user would leave the designation that must not be vacant. */
export const refuseVacatingRequiredPost = (designation: string | null): void =>
  refuseDesignation(vacatingProblem(designation));

/** Why a form or file cannot give a designation, null if it can: senior positions need permission to nominate. */
export function nominationProblem(caller: Caller, current: string | null, designation: string): FieldProblem | null {
  if (!isSeniorPost(designation) || designation === current) return null;
  return scopeOf(caller, 'organisations:nominate') === null
    ? { code: 'NOT_ALLOWED', message: 'must be assigned by nomination' }
    : null;
}

/** Throws 422 if a form sets a senior position and the caller may not nominate. */
export const refusePostWithoutNomination = (caller: Caller, current: string | null, designation: string): void =>
  refuseDesignation(nominationProblem(caller, current, designation));

function refuseDesignation(problem: FieldProblem | null): void {
  if (problem !== null) throw invalidFields({ designation: [problem] });
}

export const findHeldPosts = (trx: Transaction<Database>, organisationIds: readonly number[]) =>
  trx
    .selectFrom('ent_usr')
    .select(['ent_org_id', 'designation'])
    .where(sql<boolean>`ent_org_id = any(${organisationIds}::int[])`)
    .where('designation', 'in', [...posts])
    .where('is_disabled', '=', false)
    .execute();
