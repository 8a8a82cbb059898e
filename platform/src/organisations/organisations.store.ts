import type { RoleKey } from '@console/contract/access';
import { type Kysely, sql } from 'kysely';
import { selectUsers } from '../core/ent-usr.ts';
import type { Reach } from '../core/route.ts';
import type { Database } from '../core/schema.ts';

/** An organisation as `find` reads it. */
export type OrganisationRow = NonNullable<Awaited<ReturnType<ReturnType<typeof organisationsStore>['find']>>>;

/** The organisations that `reach` covers. One outside of it is as unknown as one that does not exist. */
export function organisationsStore(db: Kysely<Database>, reach: Reach) {
  const visible = () =>
    reach === 'any'
      ? db.selectFrom('ent_org')
      : db.selectFrom('ent_org').where('ent_org.id', '=', reach.organisationId);

  return {
    /** An organisation with its counts, files, and single sign-on without its secret. */
    find: (id: number) =>
      visible()
        .leftJoin('stored_file as logo', 'logo.id', 'ent_org.logo_id')
        .leftJoin('stored_file as icon', 'icon.id', 'ent_org.icon_id')
        .leftJoin('sso', 'sso.ent_org_id', 'ent_org.id')
        .selectAll('ent_org')
        .select(['logo.file_name as logo_name', 'icon.file_name as icon_name', 'sso.client_id', 'sso.tenant_id'])
        .select([
          assessments(sql`audit_status <> 'Completed'`).as('pending_asmts_count'),
          assessments(sql`audit_status = 'Completed'`).as('complete_asmts_count'),
          assessments(sql`true`).as('total_asmts_count'),
          models.as('models_count'),
          activeUsers('ASSESSOR').as('auditors_count'),
          activeUsers('AUDITEE').as('auditees_count'),
        ])
        .where('ent_org.id', '=', id)
        .executeTakeFirst(),

    /** The organiser of an organisation that was found before. */
    organizerOf: async ({ organizer_id }: { organizer_id: number | null }) =>
      organizer_id === null ? undefined : selectUsers(db).where('ent_usr.id', '=', organizer_id).executeTakeFirst(),
  };
}

const assessments = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from asmt where asmt.ent_org_id = ent_org.id and ${condition})`;

const models = sql<number>`(select count(*)::int from subscribed_model model where model.ent_org_id = ent_org.id)`;

// By the role's stable name: numeric ids differ between installations.
const activeUsers = (role: RoleKey) => sql<number>`(
  select count(*)::int from ent_usr join role on role.id = ent_usr.role_id
  where ent_usr.ent_org_id = ent_org.id and not ent_usr.is_disabled and role.id_str = ${role})`;
