import { createHash } from 'node:crypto';
import { roleByName } from '@console/contract/access';
import { personTextFields } from '@console/contract/fields/person-fields';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/base/clock.ts';
import { writeIfPossible } from '../core/database/database.ts';
import { emailIs, emailSpellings } from '../core/database/email-spelling.ts';
import { allOf } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { uuidOf } from './provisioning-context.ts';
import type { UserCondition } from './scim/filter.ts';
import { type ScimUser, textAttributePaths, type textAttributes } from './scim/scim-user.ts';
import { isVisibleToProvider } from './visible-to-provider.ts';

const selectProvisionedUsers = (db: Kysely<Database>, organisationId: number) =>
  db
    .selectFrom('scim_user')
    .innerJoin('ent_usr', 'ent_usr.id', 'scim_user.ent_usr_id')
    .where('scim_user.ent_org_id', '=', organisationId)
    .where(isVisibleToProvider(organisationId));

const changedAt = sql<Date>`greatest(scim_user.updated_at, ent_usr.updated_at)`;

const withColumns = (db: Kysely<Database>, organisationId: number) =>
  selectProvisionedUsers(db, organisationId)
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .select(['scim_user.id', 'scim_user.ent_usr_id as userId', 'scim_user.user_name', 'scim_user.external_id'])
    .select(['scim_user.other', 'scim_user.created_at', 'ent_usr.is_disabled'])
    .select(personTextFields.map((field) => `ent_usr.${field}` as const))
    .select(['role.id_str as roleId', 'role.label as roleLabel'])
    .select(changedAt.as('updatedAt'));

type ProvisionedRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

async function toScimUsers(db: Kysely<Database>, organisationId: number, rows: ProvisionedRow[]): Promise<ScimUser[]> {
  const emails = rows.flatMap((row) => managerEmail(row) ?? []);
  const found =
    emails.length === 0
      ? []
      : await selectProvisionedUsers(db, organisationId)
          .select(['scim_user.id', 'ent_usr.email', 'ent_usr.firstname', 'ent_usr.lastname'])
          .where(sql<boolean>`lower(ent_usr.email) = any(${emails}::text[])`)
          .execute();
  const managers = new Map(
    found.map(({ id, email, firstname, lastname }) => [
      email.toLowerCase(),
      { id, displayName: joined(firstname, lastname) },
    ]),
  );
  return rows.map((row) => toScimUser(row, managers.get(managerEmail(row) ?? '') ?? null));
}

/** A person without a supervisor has their own email address in the supervisor column. */
function managerEmail({ supervisor, email }: ProvisionedRow): string | null {
  const lower = supervisor?.toLowerCase();
  return lower && lower !== email.toLowerCase() ? lower : null;
}

function toScimUser(row: ProvisionedRow, manager: ScimUser['manager']): ScimUser {
  const user = {
    id: row.id,
    userId: row.userId,
    userName: row.user_name,
    externalId: row.external_id,
    active: !row.is_disabled,
    email: row.email,
    ...textAttributesOf(row),
    mobile: row.mobile && joined(row.country_code, row.mobile),
    manager,
    role: roleByName(row.roleId, row.roleLabel),
    other: row.other,
  };
  return { ...user, createdAt: row.created_at, updatedAt: row.updatedAt, version: versionOf(user) };
}

const textAttributesOf = (row: ProvisionedRow) =>
  Object.fromEntries(textAttributePaths.map(({ name, field }) => [name, row[field]])) as Pick<
    ScimUser,
    keyof typeof textAttributes
  >;

const joined = (...texts: (string | null)[]): string => texts.filter(Boolean).join(' ');

/** Weak ETag of everything that SCIM sees of a user. */
const versionOf = (user: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(user)).digest('base64url').slice(0, 22)}"`;

/** Finds a user by SCIM id; undefined if this organisation's SCIM does not see them. */
export async function findProvisionedUser(
  db: Kysely<Database>,
  organisationId: number,
  id: string,
): Promise<ScimUser | undefined> {
  if (uuidOf(id) === null) return undefined;
  const row = await withColumns(db, organisationId).where('scim_user.id', '=', id).executeTakeFirst();
  return row && (await toScimUsers(db, organisationId, [row]))[0];
}

/** Lists managed users who match an alternative. One by name or email also finds a linkable user, who then gets an id. */
export async function listProvisionedUsers(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  organisationId: number,
  { alternatives, startIndex, count }: { alternatives: readonly UserCondition[][]; startIndex: number; count: number },
): Promise<{ users: ScimUser[]; total: number }> {
  const names = alternatives.flat().filter(({ field }) => field === 'userName' || field === 'email');
  for (const name of new Set(names.map(({ value }) => String(value))))
    await addLookedUp(db, clock, organisationId, name);
  const each = alternatives.map((conditions) => toSqlOfAll(db, organisationId, conditions));
  const matching = sql<boolean>`(${sql.join(each, sql` or `)})`;
  const { total } = await selectProvisionedUsers(db, organisationId)
    .select((of) => of.fn.countAll<string>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const rows =
    count === 0 || startIndex > Number(total)
      ? []
      : await withColumns(db, organisationId)
          .where(matching)
          .orderBy('scim_user.created_at')
          .orderBy('scim_user.id')
          .offset(startIndex - 1)
          .limit(count)
          .execute();
  return { users: await toScimUsers(db, organisationId, rows), total: Number(total) };
}

const lookUps = new Set<UserCondition['field']>(['id', 'userName', 'email']);

function toSqlOfAll(db: Kysely<Database>, organisationId: number, conditions: readonly UserCondition[]) {
  const isLookUp = conditions.some(({ field }) => lookUps.has(field));
  const all = conditions.map((condition) => toSql(db, organisationId, condition));
  return allOf([!isLookUp && sql<boolean>`scim_user.managed_at is not null`, ...all]);
}

const operators = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };

function toSql(db: Kysely<Database>, organisationId: number, condition: UserCondition) {
  switch (condition.field) {
    case 'id':
      return sql<boolean>`scim_user.id = ${uuidOf(condition.value)}::uuid`;
    case 'userName':
      return sql<boolean>`lower(scim_user.user_name) = any(${emailSpellings([condition.value])}::text[])`;
    case 'externalId':
      return sql<boolean>`scim_user.external_id = ${condition.value}`;
    case 'email':
      return emailIs(condition.value);
    case 'active':
      return sql<boolean>`ent_usr.is_disabled = ${!condition.value}`;
    case 'manager': {
      const managers = selectProvisionedUsers(db, organisationId)
        .select(sql`lower(ent_usr.email)`.as('email'))
        .where(sql<boolean>`scim_user.id = ${uuidOf(condition.value)}::uuid`);
      return sql<boolean>`(lower(ent_usr.supervisor) in (${managers}) and lower(ent_usr.supervisor) <> lower(ent_usr.email))`;
    }
    case 'lastModified':
      return sql<boolean>`${changedAt} ${operators[condition.operator]} ${condition.value}`;
  }
}

/** Gives an id to the active, unmanaged user with an email address. A deleted user stays unknown until created again. */
const addLookedUp = (db: Kysely<Database>, clock: Clock, organisationId: number, email: string) =>
  writeIfPossible(
    sql`insert into scim_user (id, ent_org_id, ent_usr_id, user_name, created_at, updated_at)
      select gen_random_uuid(), ent_usr.ent_org_id, ent_usr.id, ent_usr.email, ${clock()}, ${clock()} from ent_usr
      where ${emailIs(email)} and ${isVisibleToProvider(organisationId)}
        and not ent_usr.is_disabled and not exists (select from scim_user where ent_usr_id = ent_usr.id)
      on conflict do nothing`.execute(db),
  );
