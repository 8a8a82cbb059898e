import { mayManageRole, type RoleKey, roleByName, roleLevel } from '@console/contract/access';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

export interface ReviewedPerson {
  id: number;
  role: RoleKey | null;
  /** Email of their supervisor in lower case. */
  supervisor: string | null;
  supervisor_setter: 'SELF' | 'UNKNOWN' | null;
  is_external: boolean;
}

interface AssignedReviewer {
  reviewerId: number | null;
  /** Set if the supervisor of the person was not used, or is not known to be set by another user. */
  supervisorSetter: 'SELF' | 'UNKNOWN' | null;
}

export interface Candidate {
  id: number;
  email: string;
  role: RoleKey | null;
  organisationId: number | null;
}

export async function findCandidates(
  db: Kysely<Database>,
  { ids = [], emails = [] }: { ids?: readonly number[]; emails?: readonly string[] },
): Promise<Candidate[]> {
  const rows = await selectCandidates(db)
    .where(sql<boolean>`(ent_usr.id = any(${ids}::int[]) or lower(ent_usr.email) = any(${emails}::text[]))`)
    .orderBy('ent_usr.id')
    .execute();
  return rows.map(toCandidate);
}

/** Substitutes in order: Organisers and Administrators of the organisation, then Administrators of others. */
async function findSubstitutes(db: Kysely<Database>, organisationId: number): Promise<Candidate[]> {
  const rows = await selectCandidates(db)
    .where(
      sql<boolean>`(role.level = 1 or ent_usr.ent_org_id = ${organisationId} and role.level = ${roleLevel('ORGANISER')})`,
    )
    .where(({ or, eb }) => or([eb('ent_org.id', 'is', null), eb('ent_org.is_disabled', '=', false)]))
    .orderBy(sql`ent_usr.ent_org_id is distinct from ${organisationId}`)
    .orderBy('role.level', 'desc')
    .orderBy('ent_usr.id')
    .limit(50)
    .execute();
  return rows.map(toCandidate);
}

const selectCandidates = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .innerJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.id', 'ent_usr.email', 'ent_usr.ent_org_id', 'role.id_str', 'role.label'])
    .where('ent_usr.is_disabled', '=', false)
    .where('ent_usr.sign_in_blocked_at', 'is', null);

const toCandidate = (row: {
  id: number;
  email: string;
  ent_org_id: number | null;
  id_str: string;
  label: string;
}): Candidate => ({
  id: row.id,
  email: row.email.toLowerCase(),
  role: roleByName(row.id_str, row.label),
  organisationId: row.ent_org_id,
});

/** Whether a user can view the organisation's users as one of its own: not Auditees, nor users of other organisations. */
export const isReviewerOf = (organisationId: number, { role, organisationId: own }: Candidate): boolean =>
  own === organisationId && role !== null && role !== 'AUDITEE';

/** The person does not choose the reviewer, nor does another organisation for its users. */
const reviewingSupervisor = ({ supervisor, supervisor_setter, is_external }: ReviewedPerson): string | null =>
  is_external || supervisor_setter === 'SELF' ? null : supervisor;

const mayReviewPerson = ({ id, role }: Candidate, person: ReviewedPerson): boolean =>
  id !== person.id && mayManageRole(role, person.role);

/** Reviewer of each person in order: divided among `reviewers`, or the supervisor if null; otherwise the starter, then a substitute, or null. */
export async function assignReviewers(
  db: Kysely<Database>,
  organisationId: number,
  people: readonly ReviewedPerson[],
  { reviewerIds, starterId }: { reviewerIds: readonly number[] | null; starterId: number | null },
): Promise<AssignedReviewer[]> {
  const supervisors = reviewerIds ? [] : [...new Set(people.flatMap((person) => reviewingSupervisor(person) ?? []))];
  const given = await findCandidates(db, {
    ids: [...(reviewerIds ?? []), starterId ?? 0],
    emails: supervisors,
  });
  const named = given.filter((one) => isReviewerOf(organisationId, one));
  const listed = named.filter(({ id }) => reviewerIds?.includes(id));
  const byEmail = new Map(named.map((one) => [one.email, one]));
  const starter = given.filter(
    ({ id, role, organisationId: own }) =>
      id === starterId && (role === 'ADMINISTRATOR' || (role === 'ORGANISER' && own === organisationId)),
  );
  const substitutes = await findSubstitutes(db, organisationId);
  const loads = new Map(listed.map((one) => [one, 0]));
  const loadOf = (one: Candidate) => loads.get(one) ?? 0;
  return people.map((person) => {
    const may = (one: Candidate | undefined) => one !== undefined && mayReviewPerson(one, person);
    const [least] = listed.filter(may).toSorted((one, other) => loadOf(one) - loadOf(other));
    if (least) loads.set(least, loadOf(least) + 1);
    const supervisor = reviewerIds ? undefined : byEmail.get(reviewingSupervisor(person) ?? '');
    const found = [least ?? supervisor, ...starter, ...substitutes].find(may);
    const setter = reviewerIds || person.is_external ? null : person.supervisor_setter;
    const isSaid = setter === 'SELF' || (found && found === supervisor);
    return { reviewerId: found?.id ?? null, supervisorSetter: isSaid ? setter : null };
  });
}
