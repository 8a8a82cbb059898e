import type { RoleKey } from '@console/contract/access';
import type { orgsPage } from '@console/contract/shapes';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { selectUsers, type UserRow } from '../core/ent-usr.ts';
import { type Cut, contains, type Direction, type Order, ordered, words } from '../core/list.ts';
import type { Reach } from '../core/route.ts';
import type { Database } from '../core/schema.ts';

/** An organisation as `find` reads it. */
export type OrganisationRow = NonNullable<Awaited<ReturnType<ReturnType<typeof organisationsStore>['find']>>>;

/** What organisations can be ordered by. */
export type OrganisationOrder = NonNullable<z.output<(typeof orgsPage)['active_order_by']>>;

/** The organisations that `reach` covers. One outside of it is as unknown as one that does not exist. */
export function organisationsStore(db: Kysely<Database>, reach: Reach) {
  const visible = reach === 'any' ? sql<boolean>`true` : sql<boolean>`ent_org.id = ${reach.organisationId}`;

  return {
    /** An organisation with its counts, files, and single sign-on without its secret. */
    find: (id: number) => selectOrganisations(db).where(visible).where('ent_org.id', '=', id).executeTakeFirst(),

    /** The active or the disabled organisations that match, a page or all of them. */
    list: async (
      disabled: boolean,
      search: string | undefined,
      order: { by: OrganisationOrder; direction: Direction },
      { offset, limit }: Cut,
    ) => {
      if (limit === 0) return [];
      return selectOrganisations(db)
        .where(visible)
        .where('ent_org.is_disabled', '=', disabled)
        .where(matching(search))
        .orderBy(ordered(orders[order.by], order.direction, 'ent_org.id'))
        .offset(offset)
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute();
    },

    /** How many active and how many disabled organisations match. */
    count: (search: string | undefined) =>
      db
        .selectFrom('ent_org')
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('is_disabled', '=', false).as('active_count'),
          fn.countAll<number>().filterWhere('is_disabled', '=', true).as('disable_count'),
        ])
        .where(visible)
        .where(matching(search))
        .executeTakeFirstOrThrow(),

    /** The organisers of organisations that were found before, by their id. */
    organisersOf: async (rows: { organizer_id: number | null }[]): Promise<Map<number | null, UserRow>> => {
      const ids = rows.flatMap(({ organizer_id }) => organizer_id ?? []);
      if (ids.length === 0) return new Map();
      const users = await selectUsers(db).where(sql<boolean>`ent_usr.id = any(${ids}::int[])`).execute();
      return new Map(users.map((user) => [user.id, user]));
    },
  };
}

const matching = (search: string | undefined) =>
  search
    ? contains([sql.ref('ent_org.brandname'), sql.ref('ent_org.legalname'), sql.ref('ent_org.email_domain')], search)
    : sql<boolean>`true`;

// Counted once for all rows: counting for each row anew takes a minute when most users are of one organisation.
const selectOrganisations = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_org')
    .leftJoin('stored_file as logo', 'logo.id', 'ent_org.logo_id')
    .leftJoin('stored_file as icon', 'icon.id', 'ent_org.icon_id')
    .leftJoin('sso', 'sso.ent_org_id', 'ent_org.id')
    .leftJoin(assessments(db), 'assessments.ent_org_id', 'ent_org.id')
    .leftJoin(models(db), 'models.ent_org_id', 'ent_org.id')
    .leftJoin(activeUsers(db), 'people.ent_org_id', 'ent_org.id')
    .selectAll('ent_org')
    .select(['logo.file_name as logo_name', 'icon.file_name as icon_name', 'sso.client_id', 'sso.tenant_id'])
    .select(({ fn, lit }) => [
      fn.coalesce('assessments.pending', lit(0)).as('pending_asmts_count'),
      fn.coalesce('assessments.complete', lit(0)).as('complete_asmts_count'),
      fn.coalesce('assessments.total', lit(0)).as('total_asmts_count'),
      fn.coalesce('models.total', lit(0)).as('models_count'),
      fn.coalesce('people.assessors', lit(0)).as('auditors_count'),
      fn.coalesce('people.auditees', lit(0)).as('auditees_count'),
    ]);

const assessments = (db: Kysely<Database>) =>
  db
    .selectFrom('asmt')
    .select(({ fn }) => [
      'ent_org_id',
      fn.countAll<number>().filterWhere('audit_status', '<>', 'Completed').as('pending'),
      fn.countAll<number>().filterWhere('audit_status', '=', 'Completed').as('complete'),
      fn.countAll<number>().as('total'),
    ])
    .groupBy('ent_org_id')
    .as('assessments');

const models = (db: Kysely<Database>) =>
  db
    .selectFrom('subscribed_model')
    .select(({ fn }) => ['ent_org_id', fn.countAll<number>().as('total')])
    .groupBy('ent_org_id')
    .as('models');

// By the role's stable name: numeric ids differ between installations.
const activeUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .innerJoin('role', 'role.id', 'ent_usr.role_id')
    .select(({ fn }) => [
      'ent_org_id',
      fn
        .countAll<number>()
        .filterWhere('role.id_str', '=', 'ASSESSOR' satisfies RoleKey)
        .as('assessors'),
      fn
        .countAll<number>()
        .filterWhere('role.id_str', '=', 'AUDITEE' satisfies RoleKey)
        .as('auditees'),
    ])
    .where('ent_usr.is_disabled', '=', false)
    .groupBy('ent_org_id')
    .as('people');

const total = (column: string): Order => ({ by: [sql`coalesce(${sql.ref(column)}, 0)`] });

const orders: Record<OrganisationOrder, Order> = {
  created_at: { by: [sql.ref('ent_org.created_at')] },
  updated_at: { by: [sql.ref('ent_org.updated_at')] },
  brandname: { by: [words('ent_org.brandname')] },
  models: total('models.total'),
  assessments: total('assessments.total'),
  assessors: total('people.assessors'),
  auditees: total('people.auditees'),
};
