import { randomUUID } from 'node:crypto';
import type { OrgName, UserName } from '@console/platform/testing/fixtures';
import type { TestSystem } from './system.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** Adds users of an organisation; each was created a day later and last changed a day earlier than the one before. Returns their ids. */
export async function addUsers(
  { platform }: TestSystem,
  org: OrgName,
  rows: Partial<{
    email: string;
    firstname: string | null;
    lastname: string | null;
    department_name: string | null;
    role_id: number | null;
    is_disabled: boolean;
  }>[],
): Promise<string[]> {
  const values = rows.map((row, place) => ({
    email: `${row.firstname}.${place}@list.example`.toLowerCase(),
    ...row,
    ent_org_id: platform.orgs[org],
    created_at: day(place + 1),
    updated_at: day(100 - place),
  }));
  const added = await platform.db.insertInto('ent_usr').values(values).returning('id').execute();
  return added.map(({ id }) => String(id));
}

/** Adds organisations to those of the fixtures, with dates like `addUsers`. */
export async function addOrganisations(
  { platform }: TestSystem,
  rows: {
    brandname: string;
    legalname?: string;
    email_domain?: string;
    is_disabled?: boolean;
    user_limit?: number;
  }[],
): Promise<string[]> {
  const values = rows.map((row, place) => ({
    ...row,
    guid: randomUUID(),
    created_at: day(place + 1),
    updated_at: day(100 - place),
  }));
  const added = await platform.db.insertInto('ent_org').values(values).returning('id').execute();
  return added.map(({ id }) => String(id));
}

/** Completes every user's record, because a product API without extensions changes no incomplete record. */
export const completeUsers = ({ platform }: TestSystem) =>
  platform.db
    .updateTable('ent_usr')
    .set({ designation: 'Analyst', supervisor: 'boss@a.example', department_name: 'Legal' })
    .execute();

export const setDesignation = ({ platform }: TestSystem, user: UserName, designation: string) =>
  platform.db.updateTable('ent_usr').set({ designation }).where('id', '=', platform.users[user].id).execute();

/** The organisations of a brand name. */
export const organisationsNamed = ({ platform }: TestSystem, brandname: string) =>
  platform.db.selectFrom('ent_org').selectAll().where('brandname', '=', brandname).execute();

/** The users of the organisation of a brand name, in the order of their creation. */
export const usersOfOrganisation = ({ platform }: TestSystem, brandname: string) =>
  platform.db
    .selectFrom('ent_usr')
    .innerJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.email', 'ent_usr.designation', 'ent_usr.role_id', 'ent_usr.department_name'])
    .where('ent_org.brandname', '=', brandname)
    .orderBy('ent_usr.id')
    .execute();

/** REST-17 as an external product API may return it: users with the same first name, newest first. */
export const listOf = (firstname: string) => ({
  active_users: Array.from({ length: 60 }, (_, place) => ({
    id: place + 1,
    firstname,
    email: `person${place}@list.example`,
    created_at: new Date(Date.UTC(2026, 0, 1) - place).toISOString(),
    supervisor: 'a.person.with.a.long.name@list.example',
  })),
});
