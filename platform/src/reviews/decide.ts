import { mayManageRole, type RoleKey } from '@console/contract/access';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import { fieldProblem } from '@console/contract/fields/field-problem';
import { reviewLimits } from '@console/contract/review-limits';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { visibleUser } from '../core/access/visible-user.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { findUsersById, roleOf, type VisibleUser } from '../core/database/user-response.ts';
import { reviewOutcome } from './evidence/review-outcome.ts';
import { findReview, mayDecide, mayEditUsers, type ReviewRow } from './review-access.ts';
import { factsText } from './review-facts.ts';
import {
  findMembers,
  type ReviewItemResponse,
  type ReviewItemRow,
  readRoleKeys,
  toItemResponses,
} from './review-items.ts';
import { type ReviewResponse, toReviewResponse } from './review-response.ts';

type Body = z.output<typeof reviewsCalls.decideInAccessReview.body>;
type Decision = Body['decisions'][number];
type DecisionFailure = z.input<typeof reviewsCalls.decideInAccessReview.answer>['failures'][number];

interface DecideResponse {
  accessReview: ReviewResponse;
  items: ReviewItemResponse[];
  failures: DecisionFailure[];
}

/** Saves or undoes decisions of an open review, each on its own. Throws 404 for an invisible review, 409 if not open, 422 by field. */
export const decideInReview = (services: Services, caller: Caller, body: Body): Promise<DecideResponse> =>
  runCommand(services, caller, async (trx) => {
    const id = parseId(body.reviewId);
    const decisions = parseDecisions(body);
    await lockCaller(trx, caller);
    const { view } = await findReview(trx, caller, id);
    // Decisions run concurrently, but none while the review is completed.
    const review = await trx
      .selectFrom('access_review')
      .selectAll()
      .where('id', '=', id)
      .forShare()
      .executeTakeFirstOrThrow();
    if (review.state !== 'open') throw conflict('This access review is no longer open. Start a new access review.');
    const ids = decisions.map(({ itemId }) => parseId(itemId));
    const items = await trx
      .selectFrom('access_review_item')
      .selectAll()
      .where('review_id', '=', id)
      .where(sql<boolean>`id = any(${ids}::int[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const context = await readContext(trx, caller, review, { items, isWhole: view.kind === 'all' });
    const failures: DecisionFailure[] = [];
    const saved: Decision[] = [];
    for (const decision of decisions) {
      const failure = await saveDecision(services, trx, context, decision);
      if (failure) failures.push({ itemId: String(decision.itemId), ...failure });
      else saved.push(decision);
    }
    const changed = await trx
      .selectFrom('access_review_item')
      .selectAll()
      .select(reviewOutcome.as('result'))
      .where(sql<boolean>`id = any(${items.filter((item) => isVisible(context, item)).map((item) => item.id)}::int[])`)
      .orderBy('id')
      .execute();
    const answered = await toItemResponses(trx, services.clock(), caller, review, changed);
    const isDecided = ({ id: itemId, decision }: ReviewItemResponse) =>
      decision && saved.some((one) => parseId(one.itemId) === Number(itemId));
    await storeFacts(trx, answered.filter(isDecided));
    const answer = { accessReview: await toReviewResponse(trx, caller, view, review), items: answered, failures };
    return { answer, audit: saved.length > 0 ? saved.map((one) => auditOf(context, one)) : null };
  });

function parseDecisions({ decisions }: Body): Decision[] {
  const message =
    decisions.length === 0 || decisions.length > reviewLimits.decisions
      ? `must have 1 to ${reviewLimits.decisions} decisions`
      : new Set(decisions.map(({ itemId }) => String(itemId))).size < decisions.length
        ? 'must each be about another person'
        : null;
  if (message) throw invalidFields({ decisions: [{ code: 'FORMAT', message }] });
  return decisions;
}

interface Context {
  caller: Caller;
  review: ReviewRow;
  items: ReadonlyMap<number, ReviewItemRow>;
  users: ReadonlyMap<number | null, VisibleUser>;
  /** Users who still belong to the organisation or are its external users. */
  members: ReadonlySet<number>;
  /** Mappings of external users with the organisation. */
  mappingIds: ReadonlyMap<number, number>;
  roleIds: ReadonlyMap<RoleKey | null, number>;
  isWhole: boolean;
}

async function readContext(
  trx: Transaction<Database>,
  caller: Caller,
  review: ReviewRow,
  { items, isWhole }: { items: readonly ReviewItemRow[]; isWhole: boolean },
): Promise<Context> {
  const userIds = items.map(({ ent_usr_id }) => ent_usr_id);
  const own = { organisationId: review.ent_org_id };
  const mappings = await trx
    .selectFrom('user_mapping')
    .select(['id', 'ent_usr_id'])
    .where('mapped_org_id', '=', review.ent_org_id)
    .where(sql<boolean>`ent_usr_id = any(${userIds}::int[])`)
    .execute();
  return {
    caller,
    review,
    items: new Map(items.map((item) => [item.id, item])),
    users: new Map([...(await findUsersById(trx, userIds))].map(([id, user]) => [id, visibleUser(own, user)])),
    members: await findMembers(trx, review.ent_org_id, items),
    mappingIds: new Map(mappings.map(({ id, ent_usr_id }) => [ent_usr_id, id])),
    roleIds: new Map([...(await readRoleKeys(trx))].map(([id, key]) => [key, id])),
    isWhole,
  };
}

const isVisible = ({ caller, isWhole }: Context, { reviewer_id }: ReviewItemRow) =>
  isWhole || reviewer_id === caller.userId;

type Problem = Omit<DecisionFailure, 'itemId'>;
const invalid = (message: string): Problem => ({ code: 'INVALID', message });

async function saveDecision(
  { clock }: Services,
  trx: Transaction<Database>,
  context: Context,
  given: Decision,
): Promise<Problem | null> {
  const { caller, review, roleIds } = context;
  const item = context.items.get(parseId(given.itemId));
  // A person of another reviewer looks as if they were not in the review.
  if (!item || !isVisible(context, item)) return { code: 'NOT_FOUND', message: 'Not Found' };
  const user = context.users.get(item.ent_usr_id);
  const role = user ? roleOf(user) : null;
  if (!user || !mayDecide(caller, review, { ...item, role }))
    return { code: 'FORBIDDEN', message: 'You are not the reviewer of this person, or their role is above yours.' };
  if (item.version !== given.version)
    return { code: 'CONFLICT', message: 'Another decision about this person was saved. Check it and decide again.' };
  const problem = decisionProblem(context, item, user, given);
  if (problem) return problem;
  const decision = given.decision ?? null;
  const none = { decision, new_role_id: null, reason: null, facts: null };
  await trx
    .updateTable('access_review_item')
    .set({
      ...none,
      decided_by: null,
      decided_at: null,
      decided_role_id: null,
      version: item.version + 1,
      ...(decision && {
        new_role_id: decision === 'CHANGE_ROLE' ? (roleIds.get(given.newRole ?? null) ?? null) : null,
        reason: given.reason?.trim() || null,
        decided_by: caller.userId,
        decided_at: clock(),
        decided_role_id: user.role_id,
      }),
    })
    .where('id', '=', item.id)
    .execute();
  return null;
}

function decisionProblem(
  { caller, review, members, roleIds }: Context,
  item: ReviewItemRow,
  user: VisibleUser,
  { decision, newRole, reason }: Decision,
): Problem | null {
  if (decision == null)
    return newRole || reason ? invalid('To undo a decision, leave out the role and the reason.') : null;
  const hasAccess = members.has(user.id) && (item.is_external || !user.is_disabled);
  if (!hasAccess) return { code: 'CONFLICT', message: 'This person no longer has access to the organisation.' };
  const reasonProblem = fieldProblem({ maxLength: reviewLimits.reasonLength }, reason?.trim() ?? '', {
    multiline: true,
  });
  if (reasonProblem) return invalid(`The reason ${reasonProblem.message}.`);
  if (decision !== 'CHANGE_ROLE')
    return newRole ? invalid('A new role is allowed only with the decision to change the role.') : null;
  if (item.is_external) return invalid('The role of an external user cannot be changed.');
  if (!mayEditUsers(caller, review)) return { code: 'FORBIDDEN', message: 'You cannot change roles.' };
  if (!newRole || !roleIds.has(newRole)) return invalid('Select a new role.');
  if (newRole === roleOf(user)) return invalid('The person already has this role.');
  if (!mayManageRole(caller.role, newRole))
    return { code: 'FORBIDDEN', message: 'You cannot assign a role above your own.' };
  const hasMoreRights = !mayManageRole(roleOf(user), newRole);
  return hasMoreRights && !reason?.trim() ? invalid('Enter a reason, because this role has more permissions.') : null;
}

/** Stores the facts that the reviewer saw, because they change afterwards. */
const storeFacts = (trx: Transaction<Database>, items: readonly ReviewItemResponse[]) =>
  sql`update access_review_item set facts = given.facts
    from unnest(${items.map(({ id }) => Number(id))}::int[], ${items.map(({ facts }) => factsText(facts))}::text[])
      as given (id, facts)
    where access_review_item.id = given.id`.execute(trx);

const actions = { KEEP: 'reviews:keep', CHANGE_ROLE: 'reviews:changeRole', REMOVE: 'reviews:remove' } as const;

/** The person is the target, so that the activity log names them. */
function auditOf({ review, items, mappingIds, roleIds }: Context, given: Decision): AuditEntry {
  const { ent_usr_id = 0, is_external } = items.get(parseId(given.itemId)) ?? {};
  return {
    action: given.decision ? actions[given.decision] : 'reviews:undo',
    target: is_external
      ? { type: 'user_mapping', id: mappingIds.get(ent_usr_id) ?? null }
      : { type: 'ent_usr', id: ent_usr_id },
    organisationId: review.ent_org_id,
    after: { access_review: review.name, ...(given.newRole && { role_id: roleIds.get(given.newRole) }) },
  };
}
