import { sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { isUnproven } from '../core/access/unproven-users.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { issueAndMailInvitations } from '../invitations/invitation-mails.ts';
import { countActiveUsers } from './active-users.ts';
import { designationTaken, findHeldPosts, isSeniorPost, type UserConflict } from './designations.ts';
import { emailDomainProblem, emailTaken, insertUsers } from './new-users.ts';
import type { NewUserForm } from './user-form.ts';

export interface UserLine {
  line: number;
  /** Brand name of the organisation, in lower case. */
  organisation: string;
  form: NewUserForm;
}

/** A new user or organisation that a line creates. */
export interface NewLine {
  line: number;
  state: 'new';
  type: 'organisation' | 'user';
  /** In lower case. */
  organisation: string;
  /** Values that are unique within a file, by field. */
  once: Record<string, string>;
  /** Users until the limit; null for no limit, undefined for an organisation that is not in the database. */
  free?: number | null | undefined;
}

/** Result of a line. `there`: the user or organisation exists already, so nothing changes. */
export type LineResult =
  | NewLine
  | { line: number; state: 'there' }
  | { line: number; state: 'faulty'; problems: string[] };

/** `is_check`: nothing is written. */
interface ImportOptions {
  is_check: boolean;
  is_inviting: boolean;
}

type ImportServices = Pick<Services, 'clock' | 'settings' | 'mailer'>;

export const organisationUnknown = 'organisation is unknown: it must be in the database or on an earlier line';
export const noSeat = 'organisation has as many users as its user_limit allows';
const textOf = ({ field, problem }: UserConflict) => `${field} ${problem.message}`;

/** Adds users to locked organisations (by name in lower case). A faulty line is skipped. */
export async function importUserLines(
  services: ImportServices,
  trx: Transaction<Database>,
  organisations: ReadonlyMap<string, LockedOrganisation>,
  lines: readonly UserLine[],
  options: ImportOptions,
): Promise<{ results: LineResult[]; events: AuditEntry[] }> {
  const owners = await findOwners(trx, lines);
  const posts = await readHeldPosts(trx, organisations);
  const results: LineResult[] = [];
  const events: AuditEntry[] = [];
  const faulty = ({ line }: UserLine, problems: string[]) => void results.push({ line, state: 'faulty', problems });
  for (const [name, own] of Map.groupBy(lines, ({ organisation }) => organisation)) {
    const organisation = organisations.get(name);
    const free = organisation && (await countFreeSeats(trx, organisation));
    const accepted: UserLine[] = [];
    for (const one of own) {
      const { form, line } = one;
      const owner = owners.get(form.email);
      if (organisation && owner === organisation.id) {
        results.push({ line, state: 'there' });
        continue;
      }
      const problems = [
        ...(organisation || options.is_check ? [] : [organisationUnknown]),
        ...(organisation?.is_disabled ? ['organisation is disabled'] : []),
        ...(owner === undefined ? [] : [textOf(emailTaken)]),
        ...(organisation ? emailProblem(services, organisation, form.email) : []),
        ...(posts.has(postOf(one)) ? [textOf(designationTaken)] : []),
      ];
      if (problems.length === 0 && free != null && accepted.length >= free) problems.push(noSeat);
      if (problems.length > 0) {
        faulty(one, problems);
        continue;
      }
      accepted.push(one);
      // Finds later lines with the same email, in case the file changed after the check.
      if (organisation && !options.is_check) owners.set(form.email, organisation.id);
    }
    if (options.is_check || !organisation) {
      for (const one of accepted) results.push(newLine(one, free));
      continue;
    }
    const {
      ids,
      clashes,
      events: moves,
    } = await insertUsers(
      services,
      trx,
      organisation,
      accepted.map(({ form }) => form),
      { imported_at: services.clock() },
    );
    for (const one of accepted) {
      const clash = clashes.get(one.form.email);
      if (clash) faulty(one, [textOf(clash)]);
      else results.push(newLine(one, free));
    }
    events.push(...moves);
    const added = accepted.flatMap(({ form }) => (ids.has(form.email) ? [form] : []));
    if (options.is_inviting) await issueAndMailInvitations(services, trx, organisation, added, ids);
    for (const form of added)
      events.push({
        action: 'users:create',
        target: { type: 'ent_usr', id: ids.get(form.email) ?? null },
        after: { ...form, ent_org_id: organisation.id },
      });
  }
  return { results, events };
}

const postOf = ({ organisation, form: { designation } }: UserLine) =>
  isSeniorPost(designation) ? `${organisation} ${designation}` : null;

function newLine(one: UserLine, free: NewLine['free']): NewLine {
  const { line, organisation, form } = one;
  const post = postOf(one);
  const once = { email: form.email, ...(post !== null && { designation: post }) };
  return { line, state: 'new', type: 'user', organisation, once, free };
}

function emailProblem(services: ImportServices, organisation: LockedOrganisation, email: string): string[] {
  const problem = emailDomainProblem(services, organisation, email);
  return problem ? [`email ${problem.message}`] : [];
}

async function countFreeSeats(
  trx: Transaction<Database>,
  { id, user_limit }: LockedOrganisation,
): Promise<number | null> {
  return user_limit === null ? null : user_limit - (await countActiveUsers(trx, id));
}

/** Organisations of users by email, without users that any organisation can take over. */
async function findOwners(trx: Transaction<Database>, lines: readonly UserLine[]): Promise<Map<string, number | null>> {
  const email = sql<string>`lower(email)`;
  const emails = lines.map(({ form }) => form.email);
  const users = await trx
    .selectFrom('ent_usr')
    .select([email.as('email'), 'ent_org_id'])
    .where(email, '=', sql<string>`any(${emails}::text[])`)
    .where(sql<boolean>`not (ent_org_id is null and ${isUnproven})`)
    .execute();
  return new Map(users.map((user) => [user.email, user.ent_org_id]));
}

/** Held senior positions, keyed by `postOf`. */
async function readHeldPosts(
  trx: Transaction<Database>,
  organisations: ReadonlyMap<string, LockedOrganisation>,
): Promise<Set<string | null>> {
  const names = new Map(Array.from(organisations, ([name, { id }]) => [id, name]));
  const holders = await findHeldPosts(trx, [...names.keys()]);
  return new Set(holders.map(({ ent_org_id, designation }) => `${names.get(ent_org_id ?? 0)} ${designation}`));
}
