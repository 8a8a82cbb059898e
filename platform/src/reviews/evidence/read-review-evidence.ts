import { actions, type RoleKey, roles, scopeOf } from '@console/contract/access';
import { roleSummary } from '@console/contract/role-summary';
import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../core/database/schema.ts';
import { personName } from '../../core/database/user-response.ts';
import type { ReviewEvidence, ReviewedPerson } from './review-evidence.ts';
import { outcomeLabels, type ReviewOutcome, reviewOutcome } from './review-outcome.ts';

type Review = Row<'access_review'>;
type Item = Row<'access_review_item'> & { result: ReviewOutcome | null };

type Named = Parameters<typeof personName>[0] & { organisation: string | null };

/** Reads the evidence of a review in which every person has an outcome. */
export async function readReviewEvidence(db: Kysely<Database>, reviewId: number, now: Date): Promise<ReviewEvidence> {
  const review = await db
    .selectFrom('access_review')
    .innerJoin('ent_org', 'ent_org.id', 'access_review.ent_org_id')
    .selectAll('access_review')
    .select('ent_org.brandname as organisation')
    .where('access_review.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const items = await db
    .selectFrom('access_review_item')
    .selectAll()
    .select(reviewOutcome.as('result'))
    .where('review_id', '=', reviewId)
    .orderBy('id')
    .execute();
  const roleNames = new Map(
    (await db.selectFrom('role').select(['id', 'label']).execute()).map((row) => [row.id, row.label]),
  );
  const people = await readPeople(db, review, items);
  const events = await readEvents(db, items);
  const chain = await db
    .selectFrom('audit_chain')
    .select(['last_no', 'last_hash'])
    .where('id', '=', review.ent_org_id)
    .executeTakeFirst();
  /** A person of another organisation is not named to this one. */
  const by = (id: number | null): string => {
    const person = id === null ? undefined : people.get(id);
    if (!person) return '';
    return person.ent_org_id === review.ent_org_id
      ? `${nameOf(person)} <${person.email}>`
      : personName(person, review.ent_org_id);
  };
  return {
    organisation: review.organisation,
    name: review.name,
    id: review.id,
    dueOn: review.due_on,
    scope: scopeText(review, items.length),
    startedBy: by(review.started_by),
    startedAt: review.started_at,
    endedBy: by(review.ended_by),
    endedAt: review.ended_at ?? now,
    madeAt: now,
    reviewers: reviewersOf(items, by),
    people: items.map((item) =>
      toPerson(item, people.get(item.ent_usr_id), { by, events, roleNames, organisationId: review.ent_org_id }),
    ),
    roles: roles.map(({ key, name }) => ({ role: name, summary: roleSummary({ role: key }), actions: actionsOf(key) })),
    chain: { number: chain?.last_no ?? 0, hash: chain?.last_hash ?? '' },
  };
}

async function readPeople(db: Kysely<Database>, review: Review, items: readonly Item[]): Promise<Map<number, Named>> {
  const ids = items.flatMap(({ ent_usr_id, reviewer_id, decided_by }) => [ent_usr_id, reviewer_id, decided_by]);
  const rows = await db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.id', 'email', 'firstname', 'lastname', 'ent_usr.ent_org_id', 'brandname as organisation'])
    .select(['role.label as role_label', 'role.id_str as role_id_str'])
    .where(sql<boolean>`ent_usr.id = any(${[...new Set([review.started_by, review.ended_by, ...ids])]}::int[])`)
    .execute();
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

/** Numbers of the decisions' events in the hash chain. */
async function readEvents(db: Kysely<Database>, items: readonly Item[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['id', 'chain_no'])
    .where(sql<boolean>`id = any(${items.flatMap(({ audit_entry_id }) => audit_entry_id ?? [])}::int[])`)
    .execute();
  return new Map(rows.flatMap(({ id, chain_no }) => (chain_no === null ? [] : [[id, chain_no] as const])));
}

const roleNamed = (key: string) => roles.find((role) => role.key === key)?.name ?? key;

function scopeText({ scope, scope_roles }: Review, people: number): string {
  if (scope === 'all') return `All active users and accepted external users: ${people}`;
  if (scope === 'roles') return `Users with the roles ${(scope_roles ?? []).map(roleNamed).join(', ')}: ${people}`;
  return `Selected people: ${people}`;
}

const reviewerName = (id: number | null, by: Names['by']) => (id === null ? 'No eligible reviewer' : by(id));

function reviewersOf(items: readonly Item[], by: (id: number | null) => string): ReviewEvidence['reviewers'] {
  const groups = Map.groupBy(items, ({ reviewer_id }) => reviewer_id);
  return [...groups].map(([id, own]) => ({
    name: reviewerName(id, by),
    people: own.length,
    decided: own.filter(({ decision }) => decision !== null).length,
  }));
}

const nameOf = ({ firstname, lastname }: Named) => [firstname, lastname].filter(Boolean).join(' ');

interface Names {
  by: (id: number | null) => string;
  events: ReadonlyMap<number, number>;
  roleNames: ReadonlyMap<number, string>;
  organisationId: number;
}

function toPerson(
  item: Item,
  person: Named | undefined,
  { by, events, roleNames, organisationId }: Names,
): ReviewedPerson {
  // People who moved to another organisation are no longer visible to this one.
  const isOwn = person?.ent_org_id === organisationId;
  const roleOf = (id: number | null) => roleNames.get(id ?? 0) ?? 'No role';
  const external = item.role_id === null ? 'External user' : `${roleOf(item.role_id)}, external user`;
  return {
    ...(isOwn ? { name: nameOf(person), email: person.email } : { name: item.name ?? '', email: item.email ?? '' }),
    role: item.is_external ? `${external}${homeOf(person)}` : roleOf(item.role_id),
    reviewer: reviewerName(item.reviewer_id, by),
    supervisor: supervisorTexts[item.supervisor_setter ?? 'OTHER'],
    decision:
      item.decision === 'CHANGE_ROLE'
        ? `Change role to ${roleOf(item.new_role_id)}`
        : decisionTexts[item.decision ?? 'NONE'],
    reason: item.reason ?? '',
    facts: item.facts ?? '',
    decidedBy: by(item.decided_by),
    decidedAt: item.decided_at,
    outcome: outcomeText(item),
    event: item.audit_entry_id === null ? null : (events.get(item.audit_entry_id) ?? null),
  };
}

const supervisorTexts = { OTHER: '', UNKNOWN: 'not known who set it', SELF: 'set by the person, so not the reviewer' };

const decisionTexts = { NONE: 'No decision', KEEP: 'Keep access', REMOVE: 'Remove access' };

const outcomeText = ({ result, outcome_text }: Item): string =>
  [result && outcomeLabels[result], outcome_text].filter(Boolean).join('. ');

const homeOf = (person: Named | undefined) => (person?.organisation ? ` of ${person.organisation}` : '');

/** Permissions of a role, each for any organisation or only the own one. */
const actionsOf = (role: RoleKey): string[] =>
  actions.flatMap((action) => {
    const scope = scopeOf({ role }, action);
    return scope === null ? [] : `${action} (${scope})`;
  });
