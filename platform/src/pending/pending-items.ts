import { decideAccess, type RoleInOrganisation, roleLevel } from '@console/contract/access';
import { type AttentionKind, attentionKindNames, attentionKinds } from '@console/contract/attention';
import type * as schema from '@console/contract/generated/schema-types';
import { keyReminderDays } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { readTimeZone } from '../core/database/time-zone.ts';
import { countAttention, dueInDaysOf, toAttentionItem, visibleAttentionKinds } from '../overview/attention.ts';

export type PendingItem = schema.PendingItem;

export interface PendingPerson extends RoleInOrganisation {
  userId: number;
}

/** Personal items whatever the role: review decisions by review, expiring API keys, and invited external users that another user must accept. */
interface OwnThings {
  kind: AttentionKind;
  user_id: number;
  org_id: number | null;
  review_id: number | null;
  review_name: string | null;
  count: number;
  until: Date | null;
  time_zone: string | null;
}

/** Pending items, the most urgent first: by role in the own organisation, and personal ones. */
export async function readPending(db: Kysely<Database>, person: PendingPerson, now: Date): Promise<PendingItem[]> {
  const [ofOrganisation, own] = await Promise.all([
    readPendingOfOrganisation(db, person, now),
    readOwnThings(db, [person.userId], now),
  ]);
  return pendingItems(person, ofOrganisation, own.get(person.userId) ?? [], now);
}

/** Items of a role in its organisation: equal for all who have it. */
export async function readPendingOfOrganisation(
  db: Kysely<Database>,
  caller: RoleInOrganisation,
  now: Date,
): Promise<PendingItem[]> {
  const { role, organisationId } = caller;
  if (role === null || organisationId === null) return [];
  const kinds = visibleAttentionKinds(caller, organisationId).filter((kind) => personalOf(kind)?.counted !== 'only');
  const timeZone = await readTimeZone(db, Number(organisationId));
  const scope = { now, timeZone, organisationId: Number(organisationId), level: roleLevel(role) };
  return (await countAttention(db, scope, kinds)).map((row) => {
    const { organisations: _, ...item } = toAttentionItem(row, scope);
    return { ...item, organisationId, reviewId: null, reviewName: null, isOwn: false };
  });
}

const personalOf = (kind: AttentionKind) => {
  const declared = attentionKinds[kind];
  return 'personal' in declared ? declared.personal : null;
};

/** Personal items by user id. */
export async function readOwnThings(
  db: Kysely<Database>,
  userIds: readonly number[],
  now: Date,
): Promise<Map<number, OwnThings[]>> {
  const ids = sql`${userIds}::int[]`;
  const { rows } = await sql<OwnThings>`
    select 'ACCESS_REVIEWS' as kind, reviewer_id as user_id, review.ent_org_id as org_id, review.id as review_id,
      review.name as review_name, count(*)::int as count, (due_on || 'T00:00:00Z')::timestamptz as until,
      ent_org.time_zone
    from access_review_item item
      join access_review review on review.id = item.review_id
      join ent_org on ent_org.id = review.ent_org_id
    where reviewer_id = any(${ids}) and decision is null and review.state = 'open' and not ent_org.is_disabled
    group by reviewer_id, review.id, ent_org.id
    union all
    select 'EXPIRING_API_KEYS', ent_usr_id, null, null, null, count(*)::int, min(expires_at), null
    from api_key
    where ent_usr_id = any(${ids}) and revoked_at is null and rotated_at is null and expires_at > ${now}::timestamptz
      and expires_at <= ${addMs(now, keyReminderDays * dayMs)}::timestamptz
    group by ent_usr_id
    union all
    select 'EXTERNAL_USERS', requester_id, mapped_org_id, null, null, count(*)::int, null, null
    from user_mapping where requester_id = any(${ids}) and activated is null
    group by requester_id, mapped_org_id
    order by until, review_id`.execute(db);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

/** Combines the items of the role and the personal ones in the order of kinds. A review counts only while its reviewer may decide in it. */
export function pendingItems(
  person: PendingPerson,
  ofOrganisation: readonly PendingItem[],
  own: readonly OwnThings[],
  now: Date,
): PendingItem[] {
  const owned = own.flatMap(({ kind, org_id, review_id, review_name, count, until, time_zone }): PendingItem[] => {
    const personal = personalOf(kind);
    const organisationId = org_id === null ? person.organisationId : String(org_id);
    const mayAct =
      personal?.action == null || decideAccess(person, personal.action, organisationId ?? '') === 'allowed';
    if (organisationId === null || !mayAct || personal?.counted === 'never') return [];
    if (personal?.counted === 'otherwise' && visibleAttentionKinds(person, organisationId).includes(kind)) return [];
    return [
      {
        kind,
        urgency: attentionKinds[kind].urgency,
        count,
        since: null,
        until: until?.toISOString() ?? null,
        dueInDays: dueInDaysOf(kind, until, { now, timeZone: time_zone ?? 'UTC' }),
        organisationId,
        reviewId: review_id === null ? null : String(review_id),
        reviewName: review_name,
        isOwn: true,
      },
    ];
  });
  const others = ofOrganisation.flatMap((item): PendingItem[] => {
    if (personalOf(item.kind)?.counted !== 'never') return [item];
    const theirs = own.filter(({ kind, org_id }) => kind === item.kind && String(org_id) === item.organisationId);
    const count = theirs.reduce((left, thing) => left - thing.count, item.count);
    // The oldest item may be the caller's own, which does not count.
    return count > 0 ? [{ ...item, count, since: count < item.count ? null : item.since }] : [];
  });
  const all = [...others, ...owned];
  return attentionKindNames.flatMap((name) => all.filter(({ kind }) => kind === name));
}
