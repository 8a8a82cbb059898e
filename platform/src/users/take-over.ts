import { seniorPosts } from '@console/contract/rules';
import { type Expression, type SqlBool, sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { isFreeFor, isMovedByDomain, isRegained } from '../core/access/unproven-users.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { hourMs } from '../core/base/clock.ts';
import { tryCountAttempt } from '../core/database/limits.ts';
import { findActiveOrganisersOrHigher } from '../core/database/organisers-or-higher.ts';
import type { Database } from '../core/database/schema.ts';
import { voidInvitationsOf } from '../invitations/issue-invitation.ts';
import { isSeniorPost } from './designations.ts';
import { supervisorSetter } from './supervisor-setter.ts';
import type { NewUserForm } from './user-form.ts';
import { usersTakenOverMail } from './user-mail-texts.ts';

/** A new user; a provider may not name a supervisor. */
export type NewUserValues = Omit<NewUserForm, 'supervisor'> & { supervisor: string | null };

export interface NewUserOrigin {
  imported_at?: Date;
  /** The user who creates them; null, as by default, for an identity provider, an operator or an organisation key. */
  requesterId?: number | null;
}

export const originColumns = ({ requesterId = null, ...more }: NewUserOrigin, now: Date) => ({
  ...more,
  ...supervisorSetter(requesterId, now),
});

export interface TakenOverUser {
  id: number;
  email: string;
  /** Organisation that had the user; null for none, or the same. */
  formerId: number | null;
  /** Whether the verified domain was the reason; otherwise the former organisation had given the user up. */
  isMovedByDomain: boolean;
}

const mailed = { max: 3, windowMs: hourMs };

const emailIn = (emails: readonly string[]) => sql<boolean>`lower(ent_usr.email) = any(${emails}::text[])`;
const among = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`;

/** Locks this organisation and those of users that it can take over by these emails, then these users, each in the order of their ids. */
export async function lockOrganisationsOfTakenUsers(
  trx: Transaction<Database>,
  organisationId: number,
  emails: readonly string[],
): Promise<void> {
  const users = trx.selectFrom('ent_usr').where(emailIn(emails)).where(isFreeFor(organisationId));
  const formers = users.select('ent_org_id').where('ent_org_id', 'is not', null);
  await trx
    .selectFrom('ent_org')
    .select('id')
    .where((of) => of.or([of('id', '=', organisationId), of('id', 'in', formers)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await users.select('id').orderBy('id').forNoKeyUpdate().execute();
}

/** Gives a locked organisation unproven users with a form's details; own revoked ones keep theirs. Skips locked users and held positions. */
export async function takeOverUsers(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  forms: readonly NewUserValues[],
  origin: NewUserOrigin,
): Promise<TakenOverUser[]> {
  const now = clock();
  const byEmail = new Map(forms.map((form) => [form.email, form]));
  const free = (condition: Expression<SqlBool>) =>
    trx
      .selectFrom('ent_usr')
      .select(['ent_usr.id', 'ent_usr.ent_org_id', sql<string>`lower(ent_usr.email)`.as('email')])
      .select([isMovedByDomain(organisation.id).as('by_domain'), isRegained(organisation.id, now).as('is_regained')])
      .where(condition)
      .where(isFreeFor(organisation.id))
      .orderBy('ent_usr.id');
  const unlocked = await free(emailIn([...byEmail.keys()])).execute();
  if (unlocked.length === 0) return [];
  const formerIds = [...(await lockFormers(trx, unlocked)), organisation.id];
  const ids = unlocked.flatMap(({ id, ent_org_id }) =>
    ent_org_id === null || formerIds.includes(ent_org_id) ? [id] : [],
  );
  await trx.selectFrom('ent_usr').select('id').where(among('id', ids)).orderBy('id').forNoKeyUpdate().execute();
  // Before the lock, another organisation may have taken a user over, or the person may have proved the email.
  const holders = await findPostHolders(trx, organisation.id);
  const taken = (await free(among('ent_usr.id', ids)).execute()).filter(({ email, ent_org_id, id }) => {
    if (ent_org_id !== null && !formerIds.includes(ent_org_id)) return false;
    const designation = byEmail.get(email)?.designation;
    if (!isSeniorPost(designation)) return true;
    const holder = holders.get(designation);
    if (holder === undefined) holders.set(designation, id);
    return holder === undefined || holder === id;
  });
  await startAnew(
    trx,
    now,
    organisation.id,
    taken.flatMap(({ id, is_regained }) => (is_regained ? [] : [id])),
  );
  for (const { id, email, is_regained } of taken) {
    const states = { is_disabled: false, sign_in_blocked_at: null, factor_grace_from: null };
    const anew = { ...originColumns(origin, now), ...states, ent_org_id: organisation.id, created_at: now };
    const setter = supervisorSetter(origin.requesterId ?? null, now);
    const values = { ...byEmail.get(email), ...setter, ...(!is_regained && anew), updated_at: now };
    await trx.updateTable('ent_usr').set(values).where('id', '=', id).execute();
  }
  return taken.map(({ id, email, ent_org_id, by_domain }) => ({
    id,
    email,
    isMovedByDomain: by_domain,
    formerId: ent_org_id === organisation.id ? null : ent_org_id,
  }));
}

/** Events of users who left another organisation: in that one, and in the new one if its domain was the reason. */
export const takeOverEvents = (organisationId: number, users: readonly TakenOverUser[]): AuditEntry[] =>
  users.flatMap(({ id, email, formerId, isMovedByDomain }) => {
    if (formerId === null) return [];
    const event = { action: 'users:takeOver', target: { type: 'ent_usr', id }, after: { email } };
    return (isMovedByDomain ? [formerId, organisationId] : [formerId]).map((of) => ({ ...event, organisationId: of }));
  });

/** Emails Organisers of both organisations about moved users, at most three times an hour: a provider moves each by a request. */
export async function mailTakeOvers(
  { clock, mailer }: Pick<Services, 'clock' | 'mailer'>,
  trx: Transaction<Database>,
  organisation: Pick<LockedOrganisation, 'id' | 'brandname'>,
  users: readonly TakenOverUser[],
): Promise<void> {
  const moved = users.filter(({ formerId, isMovedByDomain }) => formerId !== null && isMovedByDomain);
  const movedIds = new Set(moved.map(({ id }) => id));
  for (const [formerId, own] of Map.groupBy(moved, (user) => user.formerId ?? 0)) {
    if (!(await tryCountAttempt(trx, clock, `take-over:mail:${formerId}:${organisation.id}`, mailed))) continue;
    const former = await trx
      .selectFrom('ent_org')
      .select(['id', 'brandname'])
      .where('id', '=', formerId)
      .executeTakeFirstOrThrow();
    for (const party of [former, organisation]) {
      const recipients = (await findActiveOrganisersOrHigher(trx, party.id)).filter(({ id }) => !movedIds.has(id));
      const mails = recipients.map(({ email: to, firstname: name }) => ({
        to,
        ...usersTakenOverMail({
          name,
          organisation: organisation.brandname,
          former: former.brandname,
          emails: own.map(({ email }) => email),
          isFormer: party === former,
        }),
        organisationId: organisation.id,
      }));
      await mailer.send(trx, ...mails);
    }
  }
}

/** Locks former organisations without waiting, because this one is locked already, out of the order of ids. */
async function lockFormers(
  trx: Transaction<Database>,
  users: readonly { ent_org_id: number | null }[],
): Promise<number[]> {
  const ids = [...new Set(users.flatMap(({ ent_org_id }) => ent_org_id ?? []))];
  if (ids.length === 0) return [];
  const locked = trx.selectFrom('ent_org').select('id').where(among('id', ids)).forNoKeyUpdate().skipLocked();
  return (await locked.execute()).map(({ id }) => id);
}

/** Active holders of senior positions. */
async function findPostHolders(trx: Transaction<Database>, organisationId: number): Promise<Map<string, number>> {
  const users = await trx
    .selectFrom('ent_usr')
    .select(['id', 'designation'])
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .where(
      'designation',
      'in',
      seniorPosts.map(({ id }) => id),
    )
    .execute();
  return new Map(users.map(({ id, designation }) => [designation ?? '', id]));
}

/** Ends a locked user's links, invitations, responsibilities, assessments and mappings. */
export async function startAnew(
  trx: Transaction<Database>,
  now: Date,
  organisationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await voidInvitationsOf(trx, now, ids, organisationId);
  // Reviews of an organisation that has lost the user need no decision about that user.
  await sql`delete from access_review_item using access_review
    where access_review.id = review_id and state = 'open' and (is_external or ent_org_id <> ${organisationId})
      and ent_usr_id = any(${ids}::int[])`.execute(trx);
  for (const table of [
    'sso_confirmation',
    'login_attempt',
    'remember_token',
    'known_device',
    'responder',
    'scim_user',
    'scim_unmanaged',
    'provisioning_issue',
    'idempotency_key',
    'idempotent_operation',
  ] as const)
    await trx.deleteFrom(table).where(sql<boolean>`ent_usr_id = any(${ids}::int[])`).execute();
  const former = sql<boolean>`ent_org_id in (select ent_org_id from ent_usr where id = any(${ids}::int[]))`;
  await trx.updateTable('asmt').set({ assessor_id: null }).where(former).where(among('assessor_id', ids)).execute();
  await trx.updateTable('asmt').set({ auditee_id: null }).where(former).where(among('auditee_id', ids)).execute();
  await trx
    .updateTable('org_mapping')
    .set({ mapped_user_id: null })
    .where(sql<boolean>`(vendor_id in (select ent_org_id from ent_usr where id = any(${ids}::int[]))
      or customer_id in (select ent_org_id from ent_usr where id = any(${ids}::int[])))`)
    .where(among('mapped_user_id', ids))
    .execute();
  await trx
    .updateTable('ent_org')
    .set({ organizer_id: null })
    .where(sql<boolean>`id in (select ent_org_id from ent_usr where id = any(${ids}::int[]))`)
    .where(among('organizer_id', ids))
    .execute();
}
