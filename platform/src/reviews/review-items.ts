import { decideAccess, mayManageRole, type RoleKey, roleByName, roles } from '@console/contract/access';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import { searchWords } from '@console/contract/fields/search-text';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import { visibleUser } from '../core/access/visible-user.ts';
import { Keyset } from '../core/database/keyset.ts';
import { containsWords, foldedTextOf, type Page, readPage } from '../core/database/list.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { findUsersById, roleOf } from '../core/database/user-response.ts';
import { findUnapplied } from '../overview/unapplied-decisions.ts';
import { type ReviewOutcome, reviewOutcome } from './evidence/review-outcome.ts';
import { findRemovalNotes } from './removal-notes.ts';
import { mayDecide, mayEditUsers, nameOf, type ReviewRow, type ReviewView } from './review-access.ts';
import { findFacts } from './review-facts.ts';
import { findBrandNames } from './review-response.ts';
import { byId, countAll, type ReviewPageRange } from './reviews.store.ts';

export type ReviewItemRow = Row<'access_review_item'>;
type ReadItem = ReviewItemRow & { result: ReviewOutcome | null };
export type ReviewItemResponse = z.input<typeof reviewsCalls.accessReviewItems.answer>['accessReviewItems'][number];

type ItemFilter = Omit<z.output<typeof reviewsCalls.accessReviewItems.query>, 'reviewId'>;

const inOrder = new Keyset(byId, 'asc', 'id');

export async function findItems(
  db: Kysely<Database>,
  caller: Caller,
  view: ReviewView,
  { id, ent_org_id }: ReviewRow,
  { mine, decided, decision, outcome, department, search = '' }: ItemFilter,
  page: ReviewPageRange,
): Promise<Page<ReadItem> & { total_count: number }> {
  // Current names of people in other organisations are not searched.
  const ownUser = sql`from ent_usr where ent_usr.id = ent_usr_id and ent_org_id = ${ent_org_id}`;
  const ownName = sql`(select concat_ws(' ', firstname, lastname, ent_usr.email) ${ownUser})`;
  const matching = db
    .selectFrom('access_review_item')
    .where('review_id', '=', id)
    .where(containsWords(foldedTextOf([sql.ref('name'), sql.ref('email'), ownName]), searchWords(search)))
    .$if(department !== undefined, (of) =>
      of.where(sql<boolean>`exists (select ${ownUser} and department_name = ${department ?? ''})`),
    )
    .$if(view.kind === 'own' || mine === 'true', (of) => of.where('reviewer_id', '=', caller.userId ?? 0))
    .$if(decided !== undefined, (of) => of.where('decision', decided === 'true' ? 'is not' : 'is', null))
    .$if(decision !== undefined, (of) => of.where('decision', '=', decision ?? null))
    .$if(outcome !== undefined, (of) => of.where(reviewOutcome, '=', outcome ?? null));
  const { total_count } = await matching.select(countAll).executeTakeFirstOrThrow();
  const selected = matching.selectAll().select(reviewOutcome.as('result'));
  return { ...(await readPage(selected, page, inOrder, matching.select('id'))), total_count };
}

/** People of a review with facts that the caller has permission to read. */
export async function toItemResponses(
  db: Kysely<Database>,
  now: Date,
  caller: Caller,
  review: ReviewRow,
  items: readonly ReadItem[],
): Promise<ReviewItemResponse[]> {
  const { ent_org_id, state } = review;
  const users = await findUsersById(db, [
    ...new Set(items.flatMap(({ ent_usr_id, reviewer_id, decided_by }) => [ent_usr_id, reviewer_id, decided_by])),
  ]);
  const roleKeys = await readRoleKeys(db);
  const external = items.filter(({ is_external }) => is_external);
  const homes = await findBrandNames(
    db,
    external.map((item) => users.get(item.ent_usr_id)?.ent_org_id ?? null),
  );
  const members = await findMembers(db, ent_org_id, items);
  const people = items.flatMap(({ ent_usr_id, is_external: isExternal }) => {
    const user = users.get(ent_usr_id);
    return user && members.has(ent_usr_id) ? [{ user, isExternal }] : [];
  });
  const facts = state === 'open' ? await findFacts(db, now, caller, ent_org_id, people) : new Map();
  const own = people.flatMap(({ user, isExternal }) => (isExternal ? [] : user.id));
  const removalNotes = await findRemovalNotes(db, ent_org_id, state === 'open' ? own : []);
  const ended = state === 'ended' ? items : [];
  const unapplied = await findUnapplied(
    db,
    ended.map(({ id }) => id),
  );
  const canExplain =
    caller.sessionId !== undefined && decideAccess(caller, 'reviews:start', String(ent_org_id)) === 'allowed';
  const canChangeRole = mayEditUsers(caller, review);
  const mayViewUsers = decideAccess(caller, 'users:view', String(ent_org_id)) === 'allowed';
  return items.flatMap((item) => {
    const user = users.get(item.ent_usr_id);
    if (!user) return [];
    const keyOf = (id: number | null) => (id === null ? null : (roleKeys.get(id) ?? null));
    const isMember = members.has(user.id);
    const role = isMember ? roleOf(visibleUser({ organisationId: ent_org_id }, user)) : null;
    const viewerCanDecide = isMember && mayDecide(caller, review, { ...item, role });
    return [
      {
        id: String(item.id),
        userId: String(user.id),
        fullName: isMember
          ? [user.firstname, user.lastname].filter(Boolean).join(' ') || user.email
          : (item.name ?? 'Former user'),
        email: isMember ? user.email : (item.email ?? ''),
        isExternal: item.is_external,
        homeOrganisation: item.is_external && isMember ? (homes.get(user.ent_org_id) ?? null) : null,
        role,
        roleAtStart: isMember ? keyOf(item.role_id) : null,
        department: item.is_external || !isMember ? null : user.department_name,
        facts: facts.get(user.id) ?? [],
        reviewer: item.reviewer_id === null ? null : nameOf(users.get(item.reviewer_id), ent_org_id),
        decision: item.decision,
        newRole: keyOf(item.new_role_id),
        reason: item.reason,
        decidedBy: item.decided_by === null ? null : nameOf(users.get(item.decided_by), ent_org_id),
        decidedAt: item.decided_at?.toISOString() ?? null,
        version: item.version,
        viewerCanDecide,
        viewerCanViewUser: isMember && !item.is_external && mayViewUsers,
        assignableRoles: viewerCanDecide && canChangeRole && !item.is_external ? assignableRoles(caller, role) : [],
        outcome: item.result,
        outcomeReason: item.outcome_text,
        removalNote: removalNotes.get(user.id) || null,
        isUnapplied: unapplied.has(item.id),
        viewerCanExplain: canExplain && unapplied.has(item.id) && user.id !== caller.userId,
        eventId: item.audit_entry_id === null ? null : String(item.audit_entry_id),
      },
    ];
  });
}

/** Roles that a reviewer can give: up to their own, without the current one. */
const assignableRoles = (caller: Caller, current: RoleKey | null): RoleKey[] =>
  roles.map(({ key }) => key).filter((key) => key !== current && mayManageRole(caller.role, key));

export async function readRoleKeys(db: Kysely<Database>): Promise<Map<number, RoleKey | null>> {
  const rows = await db.selectFrom('role').select(['id', 'id_str', 'label']).execute();
  return new Map(rows.map(({ id, id_str, label }) => [id, roleByName(id_str, label)]));
}

/** Users who still belong to the organisation or are its external users: others do not concern it. */
export async function findMembers(
  db: Kysely<Database>,
  organisationId: number,
  items: readonly ReviewItemRow[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('access_review_item')
    .innerJoin('ent_usr', 'ent_usr.id', 'ent_usr_id')
    .select('ent_usr.id')
    .where(sql<boolean>`access_review_item.id = any(${items.map(({ id }) => id)}::int[])`)
    .where(
      sql<boolean>`case when is_external then exists (select from user_mapping
          where user_mapping.ent_usr_id = ent_usr.id and mapped_org_id = ${organisationId} and activated)
        else ent_usr.ent_org_id = ${organisationId} end`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
