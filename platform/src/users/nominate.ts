import { reachesRole, scopeOf } from '@console/contract/access';
import { requiredPost, seniorPosts, texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, forbidden, invalid, notFound } from '../core/base/failure.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { refuseHeldDesignation } from './designations.ts';
import { roleOf } from './roles.ts';
import { refuseStale } from './stale.ts';
import type { UserInput } from './user-form.ts';
import { holdTarget } from './whose.ts';

const posts = new Set<string>(seniorPosts.map(({ id }) => id));

/** Whether a designation is a senior post, which one user of an organisation holds. */
const isPost = (designation: string | null | undefined): designation is string =>
  designation != null && posts.has(designation);

/**
 * Gives a user a senior post, and changes nothing else of them. Whoever holds it keeps their role and loses the designation; a post that the user
 * leaves becomes empty. Throws 403 for who may not nominate, 404, 409, 422 when CEO would become empty or the organiser would lose their post.
 */
export const nominate = (
  services: Services,
  caller: Caller,
  requestId: string,
  userId: number,
  input: UserInput,
): Promise<UserRow> =>
  act(services, { ...caller, requestId }, async (trx) => {
    // Whoever nominates in an organisation holds it: of two at once the second sees what the first did.
    const { user, organisation } = await holdTarget(trx, caller, 'organisations:nominate', userId, { seats: true });
    if (scopeOf(caller, 'users:edit') === null) throw forbidden();
    const designation = input.designation?.trim();
    if (!isPost(designation)) throw invalid({ designation: ['must be a senior post'] });
    if (!organisation) throw notFound();
    refuseStale(user, input.expected_updated_at);
    if (user.is_disabled) throw invalid({ id: ['must be an active user'] });
    if (user.designation === designation) return { answer: user, audit: null };
    refuseEmptied(user.designation);
    const holder = await findHolder(trx, organisation.id, designation);
    if (holder) refuseHolder(caller, holder, organisation.organizer_id, designation);
    const now = services.clock();
    const set = (id: number, to: string | null) =>
      trx.updateTable('ent_usr').set({ designation: to, updated_at: now }).where('id', '=', id).execute();
    // First the one, then the other: at no moment has a post two holders.
    if (holder) await set(holder.id, null);
    await set(userId, designation);
    const entry = ({ id, designation: was }: UserRow, is: string | null) => ({
      action: 'organisations:nominate',
      target: { type: 'ent_usr', id },
      before: { designation: was },
      after: { designation: is },
    });
    const answer = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
    return { answer, audit: [...(holder ? [entry(holder, null)] : []), entry(user, designation)] };
  }).catch(refuseHeldDesignation);

/** Throws 422 when somebody would leave the post that is never empty. */
export function refuseEmptied(designation: string | null): void {
  if (designation === requiredPost) throw invalid({ designation: [texts.organisations.ceoRequired] });
}

/** Throws 422 when the form of a user gives a senior post, and the caller may not nominate. */
export function refuseUnnominated(caller: Caller, was: string | null, designation: string): void {
  if (!isPost(designation) || designation === was || scopeOf(caller, 'organisations:nominate') !== null) return;
  throw invalid({ designation: ['is given by nomination'] });
}

function refuseHolder(caller: Caller, holder: UserRow, organiserId: number | null, designation: string): void {
  const target = { type: 'ent_usr', id: holder.id };
  if (!reachesRole(caller.role, roleOf(holder)))
    throw audited(forbidden(), refusalOf('organisations:nominate', 'level', target));
  if (holder.id === organiserId && holder.id !== caller.userId)
    throw invalid({ designation: [texts.organisations.duplicateUser(designation)] });
}

const findHolder = (trx: Transaction<Database>, organisationId: number, designation: string) =>
  selectUsers(trx)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.designation', '=', designation)
    .where('ent_usr.is_disabled', '=', false)
    .executeTakeFirst();
