import { departmentLeadRole, isOwnLevel } from '@console/contract/access';
import type { UserFileRowKind } from '@console/contract/calls/users-file';
import type { FieldProblem } from '@console/contract/errors';
import { type PersonField, personFieldNames } from '@console/contract/fields/person-fields';
import { normaliseText } from '@console/contract/fields/text-rules';
import { profileFields, profileTextsOf, validateUser } from '@console/contract/fields/user-rules';
import { cellOf, newUserProblems, type UserFile, type UserFileRow } from '@console/contract/user-file/user-file';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { emailSpellings } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { designationTaken, findHeldPosts, isSeniorPost, nominationProblem, vacatingProblem } from './designations.ts';
import { findTakenEmails } from './new-users.ts';
import { isProvisioned, provisionedProblem } from './provisioned-fields.ts';
import { type RequestedRole, readNamedRoles } from './roles.ts';
import { clashOf, emailOf, inColumn, isAbove, newRowProblems, rowProblem } from './upload-users.ts';
import { diallingCodeProblem, storedProfileOf, type UserInput } from './user-form.ts';

interface PlannedChange {
  column: PersonField;
  from: string;
  to: string;
}

export interface PlannedRow {
  row: UserFileRow;
  kind: UserFileRowKind;
  problems: FieldProblem[];
  changes: PlannedChange[];
  /** The user of the row, if it confirms the stored supervisor. */
  confirmedId?: number | undefined;
  /** Set if the row updates a user. */
  update?: { current: UserRow; role: RequestedRole; input: UserInput };
  /** Whether the row gives a role of the caller's level. */
  givesOwnLevel: boolean;
  /** Whether the row gives a role above the caller's, or changes a user with such a role. */
  reachesAbove?: boolean;
}

/** The organisation is locked, except for a preview. */
interface PlanOptions {
  organisation: LockedOrganisation;
  file: UserFile;
  /** Whether an empty cell empties the field. */
  clearsEmpty: boolean;
}

interface Known extends PlanOptions {
  services: Services;
  caller: Caller;
  byEmail: Map<string, UserRow>;
  byId: Map<string, UserRow>;
  taken: ReadonlySet<string>;
  roles: Awaited<ReturnType<typeof readNamedRoles>>;
  /** Senior positions that active users hold, or that an earlier row gives. */
  posts: Set<string>;
}

const ownRole: FieldProblem = {
  code: 'NOT_ALLOWED',
  message: 'cannot be changed for yourself. Ask another Administrator or Organiser to change it.',
};

const leadText = (lead: boolean) => (lead ? 'Yes' : 'No');

/** Compares each row with the user who has its email. */
export async function planUserFile(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  options: PlanOptions,
): Promise<PlannedRow[]> {
  const { organisation, file } = options;
  const emails = file.rows.map(emailOf);
  const spellings = emailSpellings(file.rows.map(({ user }) => user.email));
  const ids = file.rows.flatMap(({ id = '' }) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : []));
  const users = await selectUsers(trx)
    .where('ent_usr.ent_org_id', '=', organisation.id)
    .where(sql<boolean>`(lower(ent_usr.email) = any(${spellings}::text[]) or ent_usr.id = any(${ids}::int[]))`)
    .execute();
  const held = await findHeldPosts(trx, [organisation.id]);
  const known: Known = {
    ...options,
    services,
    caller,
    byEmail: new Map(users.map((user) => [user.email.toLowerCase(), user])),
    byId: new Map(users.map((user) => [String(user.id), user])),
    taken: await findTakenEmails(trx, organisation.id, emails),
    roles: await readNamedRoles(trx),
    posts: new Set(held.flatMap(({ designation }) => designation ?? [])),
  };
  return file.rows.map((row) => planRow(known, row));
}

function planRow(known: Known, row: UserFileRow): PlannedRow {
  const user = known.byEmail.get(row.user.email.toLowerCase()) ?? known.byEmail.get(emailOf(row));
  if (row.problems.length > 0) return faulty(row, row.problems.map(rowProblem));
  const exported = known.byId.get(row.id ?? '');
  if (exported && exported !== user) return faulty(row, [{ code: 'NOT_ALLOWED', message: 'email cannot be changed' }]);
  const planned = user ? planUpdate(known, row, user) : planNew(known, row);
  if (planned.kind !== 'faulty') return planned;
  const { caller } = known;
  return { ...planned, reachesAbove: isAbove(caller, row.user.role) || isAbove(caller, user && roleOf(user)) };
}

const faulty = (row: UserFileRow, problems: FieldProblem[], changes: PlannedChange[] = []): PlannedRow => ({
  row,
  kind: 'faulty',
  problems,
  changes,
  givesOwnLevel: false,
});

function planNew(known: Known, row: UserFileRow): PlannedRow {
  const { services, caller, organisation, taken } = known;
  const problems = newRowProblems(services, organisation, row, newUserProblems(row, caller.role), taken);
  const designation = row.user.designation?.trim() ?? '';
  if (problems.length === 0) problems.push(...postProblems(known, null, designation));
  if (problems.length > 0) return faulty(row, problems);
  return { row, kind: 'new', problems, changes: [], givesOwnLevel: isOwnLevel(caller.role, row.user.role ?? null) };
}

/** Why a row cannot give a designation: a senior position needs a nomination, and has one holder. Notes each senior position that a row gives. */
function postProblems({ caller, posts }: Known, current: string | null, designation: string): FieldProblem[] {
  if (!isSeniorPost(designation)) return [];
  const nomination = nominationProblem(caller, current, designation);
  if (nomination !== null) return [inColumn('designation', nomination)];
  if (posts.has(designation)) return clashOf(designationTaken);
  posts.add(designation);
  return [];
}

/** Changed cells of a row. Empty cells count only if they empty the field. */
function planUpdate(known: Known, row: UserFileRow, current: UserRow): PlannedRow {
  const { caller, file, clearsEmpty } = known;
  const cell = (column: PersonField) => cellOf(file.columns, row, column);
  const isGiven = (column: PersonField) =>
    file.columns.includes(column) && (clearsEmpty || cell(column) !== '') && column !== 'email';
  const texts = storedProfileOf(cell, current);
  const stored = profileTextsOf((field) => normaliseText(current[field] ?? ''));
  const changed = profileFields.filter((field) => isGiven(field) && texts[field] !== stored[field]);
  const role = isGiven('role') ? row.user.role : (roleOf(current) ?? undefined);
  const isMoved = role !== (roleOf(current) ?? undefined);
  const keepsLead = current.dept_lead && role === departmentLeadRole;
  const dept_lead = isGiven('dept_lead') ? row.user.dept_lead === true : isMoved ? keepsLead : current.dept_lead;
  const isLeadChanged = dept_lead !== current.dept_lead;
  const isOwn = current.id === caller.userId;
  const isHigher = !isOwn && isAbove(caller, roleOf(current));
  const isConfirming = isGiven('supervisor') && !changed.includes('supervisor') && !isOwn && !isHigher;
  const confirmedId = isConfirming ? current.id : undefined;
  if (changed.length === 0 && !isMoved && !isLeadChanged)
    return { row, kind: 'unchanged', problems: [], changes: [], confirmedId, givesOwnLevel: false };

  const named = isMoved ? known.roles.find(({ key }) => key === role) : undefined;
  const changes: PlannedChange[] = personFieldNames.flatMap((column) => {
    if (column === 'role')
      return isMoved ? { column, from: current.role_label ?? '', to: named?.label ?? cell('role') } : [];
    if (column === 'dept_lead')
      return isLeadChanged ? { column, from: leadText(current.dept_lead), to: leadText(dept_lead) } : [];
    const field = changed.find((one) => one === column);
    return field ? { column, from: current[field] ?? '', to: texts[field] ?? '' } : [];
  });
  const patch = Object.fromEntries(changed.map((field) => [field, texts[field]]));
  if (isHigher)
    return faulty(
      row,
      [{ code: 'NOT_ALLOWED', message: 'cannot be changed because this user has a higher role than you' }],
      changes,
    );
  const provisioned = changes.filter(({ column }) => isProvisioned(current, column === 'role' ? 'role_id' : column));
  const ownChanges = changes.filter(({ column }) => isOwn && (column === 'role' || column === 'dept_lead'));
  const problems = [
    ...ownChanges.map(({ column }) => inColumn(column, ownRole)),
    ...provisioned.map(({ column }) => inColumn(column, provisionedProblem)),
  ];
  const fields = [...changed, ...(isOwn ? [] : (['role', 'dept_lead'] as const))];
  const invalid = validateUser({ ...patch, role, dept_lead }, { fields, callerRole: caller.role, stored: current });
  for (const field of fields) if (invalid[field]) problems.push(inColumn(field, invalid[field]));
  const dial = invalid.country_code === undefined && diallingCodeProblem(patch.country_code);
  if (dial) problems.push(inColumn('country_code', dial));
  if (changed.includes('designation') && invalid.designation === undefined) {
    const vacating = current.is_disabled ? null : vacatingProblem(current.designation);
    if (vacating) problems.push(inColumn('designation', vacating));
    else problems.push(...postProblems(known, current.designation, texts.designation));
  }
  if (problems.length > 0) return faulty(row, problems, changes);
  const input: UserInput = { ...patch, ...(!isOwn && { dept_lead }) };
  const update = { current, role: { id: named?.id ?? current.role_id ?? undefined, key: role }, input };
  return {
    row,
    kind: 'update',
    problems,
    changes,
    confirmedId,
    update,
    givesOwnLevel: isMoved && isOwnLevel(caller.role, role ?? null),
  };
}
