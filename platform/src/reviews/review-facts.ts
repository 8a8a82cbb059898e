import { decideAccess, mayManageRole } from '@console/contract/access';
import { type AuditAction, auditActionTable } from '@console/contract/audit-actions';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { allowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById, personName, roleOf, type UserRow } from '../core/database/user-response.ts';
import { usersStore } from '../users/users.store.ts';
import { evidenceTime } from './evidence/review-evidence.ts';

type Fact = z.input<typeof reviewsCalls.accessReviewItems.answer>['accessReviewItems'][number]['facts'][number];

interface Person {
  user: UserRow;
  isExternal: boolean;
}

const activityDays = 90;
/** Events that are read of each person, so that one with many does not slow down the page. */
const maxEvents = 1_000;
const maxActions = 3;

const fact = (kind: Fact['kind'], { at = null, count = null, text = null }: Partial<FactValue>): Fact => ({
  kind,
  at: at?.toISOString() ?? null,
  count,
  text,
});
interface FactValue {
  at: Date | null;
  count: number | null;
  text: string | null;
}

/** Facts about people by id, without kinds that the caller has no permission to read. */
export async function findFacts(
  db: Kysely<Database>,
  now: Date,
  caller: Caller,
  organisationId: number,
  people: readonly Person[],
): Promise<Map<number, Fact[]>> {
  const allowed = (action: 'security:view' | 'keys:view' | 'audit:view' | 'users:view') =>
    decideAccess(caller, action, String(organisationId)) === 'allowed';
  if (people.length === 0 || !allowed('users:view')) return new Map();
  const isManageable = ({ user }: Person) => mayManageRole(caller.role, roleOf(user));
  const own = people.filter(({ isExternal }) => !isExternal).map(({ user }) => user.id);
  const all = people.map(({ user }) => user.id);
  const duties = own.length > 0 ? await usersStore(db, 'any').responders({ userIds: own }) : [];
  const keys = allowed('keys:view') ? await countKeys(db, now, own) : null;
  const invited = await findInvited(db, organisationId, people);
  const accepted = allowed('audit:view') ? await findAccepted(db, organisationId, people) : new Map();
  const activity = allowed('audit:view') ? await findActivity(db, now, caller, organisationId, people) : null;
  const facts = new Map<number, Fact[]>(all.map((id) => [id, []]));
  for (const person of people) {
    const { user, isExternal } = person;
    const list: Fact[] = [];
    if (!isExternal) {
      if (user.scim_fields) list.push(fact('PROVISIONED', {}));
      list.push(fact('LAST_SIGN_IN', { at: user.last_sign_in_at }));
      if (allowed('security:view') && isManageable(person)) {
        const factors = [...(user.has_app ? ['App'] : []), ...(user.has_passkey ? ['Passkey'] : [])];
        list.push(fact('SECOND_FACTORS', { count: factors.length, text: factors.join(', ') || null }));
      }
      const kinds = duties.filter(({ ent_usr_id }) => ent_usr_id === user.id).map(({ kind }) => dutyNames[kind]);
      list.push(fact('RESPONDER_DUTIES', { count: kinds.length, text: kinds.join(', ') || null }));
      if (keys && isManageable(person)) list.push(fact('API_KEYS', { count: keys.get(user.id) ?? 0 }));
    }
    list.push(fact('INVITED', invited.get(user.id) ?? { at: isExternal ? null : user.created_at }));
    const acceptance = accepted.get(user.id);
    if (acceptance) list.push(fact('ACCEPTED', acceptance));
    if (activity) list.push(fact('RECENT_ACTIVITY', activity.get(user.id) ?? { count: 0 }));
    facts.set(user.id, list);
  }
  return facts;
}

/** Facts of the evidence without names of others, which could not be erased from it. */
const factTexts: Readonly<Partial<Record<Fact['kind'], (fact: Fact) => string>>> = {
  PROVISIONED: () => 'Managed by the identity provider',
  LAST_SIGN_IN: ({ at }) => (at ? `Last sign-in ${evidenceTime(new Date(at))}` : 'Never signed in'),
  SECOND_FACTORS: ({ text }) => `Second factors: ${text ?? 'none'}`,
  RESPONDER_DUTIES: ({ text }) => `Responder: ${text ?? 'none'}`,
  API_KEYS: ({ count }) => `API keys: ${count}`,
  RECENT_ACTIVITY: ({ count }) => `Events in the last ${activityDays} days: ${count}`,
};

export const factsText = (facts: readonly Fact[]): string =>
  facts.flatMap((one) => factTexts[one.kind]?.(one) ?? []).join('; ');

export const dutyNames = { continuer: 'Continuer', investigator: 'Investigator', arc: 'Arc' } as const;

async function countKeys(db: Kysely<Database>, now: Date, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('api_key')
    .select(['ent_usr_id', sql<number>`count(*)::int`.as('keys')])
    .where(sql<boolean>`ent_usr_id = any(${ids}::int[])`)
    .where(usableKeyCondition(now))
    .groupBy('ent_usr_id')
    .execute();
  return new Map(rows.map(({ ent_usr_id, keys }) => [ent_usr_id ?? 0, keys]));
}

/** Invitations into the organisation, with their users: of its own users, and the mappings of external users. */
async function findInvited(db: Kysely<Database>, organisationId: number, people: readonly Person[]) {
  const ids = (isExternal: boolean) => people.filter((one) => one.isExternal === isExternal).map(({ user }) => user.id);
  const [own, external] = [ids(false), ids(true)];
  const rows = [
    ...(await db
      .selectFrom('invitation')
      .select(['ent_usr_id', 'requester_id', 'sent_at as at'])
      .where('kind', '=', 'user')
      .where('ent_org_id', '=', organisationId)
      .where(sql<boolean>`ent_usr_id = any(${own}::int[])`)
      .execute()),
    ...(await db
      .selectFrom('user_mapping')
      .select(['ent_usr_id', 'requester_id', 'created_at as at'])
      .where('mapped_org_id', '=', organisationId)
      .where(sql<boolean>`ent_usr_id = any(${external}::int[])`)
      .execute()),
  ];
  return named(db, organisationId, rows);
}

async function named(
  db: Kysely<Database>,
  organisationId: number,
  rows: readonly { ent_usr_id: number | null; requester_id: number | null; at: Date }[],
) {
  const by = await findUsersById(db, [...new Set(rows.map(({ requester_id }) => requester_id))]);
  return new Map(
    rows.map(({ ent_usr_id, requester_id, at }) => {
      const user = by.get(requester_id);
      return [ent_usr_id ?? 0, { at, text: user ? personName(user, organisationId) : null }];
    }),
  );
}

async function findAccepted(db: Kysely<Database>, organisationId: number, people: readonly Person[]) {
  const external = people.filter(({ isExternal }) => isExternal).map(({ user }) => user.id);
  if (external.length === 0) return new Map();
  const { rows } = await sql<{ ent_usr_id: number; requester_id: number | null; at: Date }>`
    select distinct on (user_mapping.id) user_mapping.ent_usr_id, audit_entry.ent_usr_id as requester_id, audit_entry.at
    from user_mapping
    inner join audit_entry on target_type = 'user_mapping' and target_id = user_mapping.id::text
      and event = 'users:mapExternal' and code is null and after ->> 'activated' = 'true'
    where mapped_org_id = ${organisationId} and user_mapping.ent_usr_id = any(${external}::int[])
    order by user_mapping.id, audit_entry.at desc`.execute(db);
  return named(db, organisationId, rows);
}

/** Actions of the last 90 days, if the caller may read the activity log; of external users only in this organisation. */
async function findActivity(
  db: Kysely<Database>,
  now: Date,
  caller: Caller,
  organisationId: number,
  people: readonly Person[],
) {
  const readable = isInAllowedOrganisation(allowedOrganisations(caller, 'audit:view'), 'audit_entry.subject_org_id');
  const { rows } = await sql<{ id: number; event: AuditAction; events: number; last_at: Date }>`
    select person.id, found.event, count(*)::int as events, max(found.at) as last_at
    from unnest(${people.map(({ user }) => user.id)}::int[], ${people.map(({ isExternal }) => isExternal)}::boolean[])
      as person (id, is_external)
    cross join lateral (
      select event, at from audit_entry
      where ent_usr_id = person.id and at >= ${addMs(now, -activityDays * dayMs)}::timestamptz and code is null
        and ${readable} and (not person.is_external or subject_org_id = ${organisationId})
      order by at desc, id desc limit ${maxEvents}) as found
    group by person.id, found.event
    order by person.id, events desc, found.event`.execute(db);
  const activity = new Map<number, FactValue & { actions: number }>();
  for (const { id, event, events, last_at } of rows) {
    const one = activity.get(id) ?? { at: null, count: 0, text: null, actions: 0 };
    if (one.actions < maxActions) one.text = [one.text, sentenceOf(event)].filter(Boolean).join(', ');
    activity.set(id, {
      ...one,
      at: one.at && one.at > last_at ? one.at : last_at,
      count: (one.count ?? 0) + events,
      actions: one.actions + 1,
    });
  }
  return activity;
}

/** Text of an action, without the name of the target. */
function sentenceOf(event: AuditAction): string {
  const [done, , nameless] = auditActionTable[event] ?? [event, '', ''];
  return done.replace('{}', nameless).trim();
}
