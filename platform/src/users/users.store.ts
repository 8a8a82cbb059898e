import type { usersPage } from '@console/contract/shapes';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Reach } from '../core/access/allowed-organisations.ts';
import { selectUsers } from '../core/database/ent-usr.ts';
import { type Cut, contains, type Direction, type Order, ordered, words } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { responders, type Told } from '../core/http/list-version.ts';

/** Which list of users: the active or the disabled ones of an organisation. */
export interface UserList {
  organisationId: number;
  disabled: boolean;
  /** A user who is not told of. */
  leaveOut?: number;
}

/** Who of a list is wanted; all that is given must hold. */
export interface UsersWanted {
  search?: string;
  roleIds?: number[];
  departments?: string[];
  designations?: string[];
  responder?: boolean;
}

/** What users can be ordered by. */
export type UserOrder = NonNullable<z.output<(typeof usersPage)['order_by']>>;

/** What users answer for. */
export type ResponderKind = Database['responder']['kind'];

/** What the lists of an organisation's users tell of: also its logo, and who answers for something. */
export const toldOf = (organisationId: number): Told => sql`${organisationId}::int, ${responders}`;

/** The users that `reach` covers. One outside of it is as unknown as one that does not exist. */
export function usersStore(db: Kysely<Database>, reach: Reach) {
  const within = (column: string) =>
    reach === 'any' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${reach.organisationId}`;
  const visible = within('ent_usr.ent_org_id');

  return {
    find: (id: number) => selectUsers(db).where('ent_usr.id', '=', id).where(visible).executeTakeFirst(),

    /** The same, or somebody who is let or invited into the organisation. */
    findExternal: (id: number) =>
      selectUsers(db)
        .where('ent_usr.id', '=', id)
        .where((or) => or.or([visible, invitedInto(reach)]))
        .executeTakeFirst(),

    /** How many users a list has, and how many of them are wanted; these are counted unless a page has shown the end of them. */
    count: async (list: UserList, wanted: UsersWanted, end: number | null) => {
      const { all_count } = await db
        .selectFrom('user_count')
        .select(sql<number>`coalesce(sum(users), 0) - ${leftOut(list)}`.as('all_count'))
        .where(within('user_count.ent_org_id'))
        .where('ent_org_id', '=', list.organisationId)
        .where('is_disabled', '=', list.disabled)
        .executeTakeFirstOrThrow();
      if (!Object.values(wanted).some((one) => one !== undefined && one !== ''))
        return { all_count, total_count: all_count };
      if (end !== null) return { all_count, total_count: end };
      const { total_count } = await db
        .selectFrom('ent_usr')
        .leftJoin('role', 'role.id', 'ent_usr.role_id')
        .select(({ fn }) => fn.countAll<number>().as('total_count'))
        .where(visible)
        .where(listed(list))
        .where(matching(wanted))
        .executeTakeFirstOrThrow();
      return { all_count, total_count };
    },

    /** The wanted users of a list, a page or all of them. */
    list: async (
      list: UserList,
      wanted: UsersWanted,
      order: { by: UserOrder; direction: Direction },
      { offset, limit }: Cut,
    ) => {
      if (limit === 0) return [];
      const all = sql<boolean>`${visible} and ${listed(list)} and ${matching(wanted)}`;
      const inOrder = ordered(orders[order.by], order.direction, 'ent_usr.id');
      if (limit === undefined) return selectUsers(db).where(all).orderBy(inOrder).offset(offset).execute();
      // Which first, out of an index alone where there is one: the rows before the page are passed over without being read.
      const page = db
        .selectFrom('ent_usr')
        .leftJoin('role', 'role.id', 'ent_usr.role_id')
        .select('ent_usr.id')
        .where(all)
        .orderBy(inOrder)
        .offset(offset)
        .limit(limit);
      return selectUsers(db).where('ent_usr.id', 'in', page).orderBy(inOrder).execute();
    },

    /** Who answers for something, in one organisation or wherever `reach` goes. */
    responders: (kind: ResponderKind, organisationId?: number) =>
      db
        .selectFrom('responder')
        .innerJoin('ent_usr', 'ent_usr.id', 'responder.ent_usr_id')
        .select('ent_usr.id as ent_usr_id')
        .where('responder.kind', '=', kind)
        .where(visible)
        .$if(organisationId !== undefined, (query) => query.where('ent_usr.ent_org_id', '=', organisationId ?? 0))
        .orderBy('ent_usr.id')
        .execute(),

    /** Whether there is such an organisation at all: one without users in a list looks like an unknown one. */
    organisationExists: async (id: number) =>
      (await db.selectFrom('ent_org').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  };
}

const invitedInto = (reach: Reach) =>
  reach === 'any'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from user_mapping where ent_usr_id = ent_usr.id
        and mapped_org_id = ${reach.organisationId} and activated is distinct from false)`;

const orders: Record<UserOrder, Order> = {
  created_at: { by: [sql.ref('ent_usr.created_at')] },
  updated_at: { by: [sql.ref('ent_usr.updated_at')] },
  name: { by: [words('ent_usr.firstname'), words('ent_usr.lastname')], nullable: true },
  email: { by: [words('ent_usr.email')] },
  department: { by: [words('ent_usr.department_name')], nullable: true },
  role: { by: [sql.ref('role.level')], nullable: true },
};

const listed = ({ organisationId, disabled, leaveOut }: UserList) =>
  allOf([
    sql<boolean>`ent_usr.ent_org_id = ${organisationId}`,
    sql<boolean>`ent_usr.is_disabled = ${sql.lit(disabled)}`,
    leaveOut !== undefined && sql<boolean>`ent_usr.id <> ${leaveOut}`,
  ]);

/** One for a user of the list who is not told of. */
const leftOut = ({ leaveOut, ...list }: UserList) =>
  leaveOut === undefined ? sql.lit(0) : sql`(select count(*) from ent_usr where id = ${leaveOut} and ${listed(list)})`;

const searched = [
  sql`concat_ws(' ', ent_usr.firstname, ent_usr.lastname)`,
  sql.ref('ent_usr.email'),
  sql.ref('ent_usr.department_name'),
  sql.ref('role.label'),
];

const matching = ({ search, roleIds, departments, designations, responder }: UsersWanted) =>
  allOf([
    search && contains(searched, search),
    roleIds && sql<boolean>`ent_usr.role_id = any(${roleIds}::int[])`,
    departments && sql<boolean>`ent_usr.department_name = any(${departments}::text[])`,
    designations && sql<boolean>`ent_usr.designation = any(${designations}::text[])`,
    responder !== undefined && sql<boolean>`(ent_usr.id in (select ent_usr_id from responder)) = ${sql.lit(responder)}`,
  ]);

const allOf = (conditions: (RawBuilder<boolean> | false | '' | undefined)[]) =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((one) => !!one)], sql` and `)})`;
