import { createHash } from 'node:crypto';
import { roleByName } from '@console/contract/access';
import { personTextFields } from '@console/contract/fields/person-fields';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/base/clock.ts';
import { writeIfPossible } from '../core/database/database.ts';
import { emailIs, emailSpellings } from '../core/database/email-spelling.ts';
import { allOf } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { uuidOf } from './provisioning-context.ts';
import type { PartOperator, UserCondition, UserFilter } from './scim/filter.ts';
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

/** Lists managed users who match a filter. A filter by exact name or email also finds a linkable user, who then gets an id. */
export async function listProvisionedUsers(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  organisationId: number,
  { filter, startIndex, count }: { filter: UserFilter; startIndex: number; count: number },
): Promise<{ users: ScimUser[]; total: number }> {
  const lookUps = lookUpsOf(filter);
  const names = lookUps.filter(({ field }) => field !== 'id');
  for (const name of new Set(names.map(({ value }) => value))) await addLookedUp(db, clock, organisationId, name);
  const toSql = (one: UserFilter) => filterToSql(db, organisationId, one);
  const listed = [sql<boolean>`scim_user.managed_at is not null`, ...lookUps.map(toSql)];
  const matching = allOf([toSql(filter), sql<boolean>`(${sql.join(listed, sql` or `)})`]);
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

type LookUp = { field: 'id' | 'userName' | 'email'; operator: 'eq'; value: string };

const isLookUp = (condition: UserCondition): condition is LookUp =>
  condition.operator === 'eq' && ['id', 'userName', 'email'].includes(condition.field);

/** Comparisons that name one user, without those that are negated. */
function lookUpsOf(filter: UserFilter): LookUp[] {
  if ('and' in filter) return filter.and.flatMap(lookUpsOf);
  if ('or' in filter) return filter.or.flatMap(lookUpsOf);
  return 'not' in filter || !isLookUp(filter) ? [] : [filter];
}

function filterToSql(db: Kysely<Database>, organisationId: number, filter: UserFilter): RawBuilder<boolean> {
  const toSql = (one: UserFilter) => filterToSql(db, organisationId, one);
  if ('and' in filter) return allOf(filter.and.map(toSql));
  if ('or' in filter) return sql<boolean>`(${sql.join(filter.or.map(toSql), sql` or `)})`;
  // Also true for null, of a user without the attribute.
  if ('not' in filter) return sql<boolean>`(${toSql(filter.not)}) is not true`;
  return conditionToSql(db, organisationId, filter);
}

const orders = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };

const columns = {
  id: sql`scim_user.id::text`,
  userName: sql`lower(scim_user.user_name)`,
  externalId: sql`scim_user.external_id`,
  email: sql`lower(ent_usr.email)`,
  active: sql`ent_usr.is_disabled`,
  lastModified: changedAt,
};

function conditionToSql(db: Kysely<Database>, organisationId: number, condition: UserCondition): RawBuilder<boolean> {
  if (condition.field === 'manager') {
    const managers = selectProvisionedUsers(db, organisationId)
      .select(sql`lower(ent_usr.email)`.as('email'))
      .where(conditionToSql(db, organisationId, { ...condition, field: 'id' }));
    return sql<boolean>`(lower(ent_usr.supervisor) in (${managers}) and lower(ent_usr.supervisor) <> lower(ent_usr.email))`;
  }
  if (condition.operator === 'pr') return sql<boolean>`${columns[condition.field]} is not null`;
  if (condition.field === 'lastModified')
    return sql<boolean>`${changedAt} ${orders[condition.operator]} ${condition.value}`;
  if (condition.field === 'active') return sql<boolean>`ent_usr.is_disabled = ${!condition.value}`;
  const { field, operator, value } = condition;
  if (operator !== 'eq') {
    const isExact = field === 'id' || field === 'externalId';
    const spellings = isExact ? [value] : value.includes('@') ? emailSpellings([value]) : [value.toLowerCase()];
    return sql<boolean>`${columns[field]} like any(${spellings.map(patterns[operator])}::text[])`;
  }
  switch (field) {
    case 'id':
      return sql<boolean>`scim_user.id = ${uuidOf(value)}::uuid`;
    case 'userName':
      return sql<boolean>`lower(scim_user.user_name) = any(${emailSpellings([value])}::text[])`;
    case 'externalId':
      return sql<boolean>`scim_user.external_id = ${value}`;
    case 'email':
      return emailIs(value);
  }
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const patterns: Record<PartOperator, (part: string) => string> = {
  co: (part) => `%${escaped(part)}%`,
  sw: (part) => `${escaped(part)}%`,
  ew: (part) => `%${escaped(part)}`,
};

/** Gives an id to the active, unmanaged user with an email address. A deleted user stays unknown until created again. */
const addLookedUp = (db: Kysely<Database>, clock: Clock, organisationId: number, email: string) =>
  writeIfPossible(
    sql`insert into scim_user (id, ent_org_id, ent_usr_id, user_name, created_at, updated_at)
      select gen_random_uuid(), ent_usr.ent_org_id, ent_usr.id, ent_usr.email, ${clock()}, ${clock()} from ent_usr
      where ${emailIs(email)} and ${isVisibleToProvider(organisationId)}
        and not ent_usr.is_disabled and not exists (select from scim_user where ent_usr_id = ent_usr.id)
      on conflict do nothing`.execute(db),
  );
