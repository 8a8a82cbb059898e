import type { RoleKey } from '@console/contract/access';
import {
  type FacilityField,
  facilityFields,
  organisationTextFields,
} from '@console/contract/fields/organisation-fields';
import { type NumberSettingColumn, numberSettings } from '@console/contract/organisation-settings';
import { completedAssessmentStatus, noUserLimit, userLimitText } from '@console/contract/rules';
import type { entOrgWithConfig, orgConfig } from '@console/contract/shapes';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Row } from '../core/database/schema.ts';
import { fileUrl, selectUsers, toUserResponse, type UserRow } from '../core/database/user-response.ts';

/** Counts once for all rows: a subquery per row takes a minute if one organisation has most users. */
export const selectOrganisations = (db: Kysely<Database>, ids: readonly number[]) =>
  organisationsWithCounts(db, ids)
    .leftJoin('stored_file as logo', 'logo.id', 'ent_org.logo_id')
    .leftJoin('stored_file as icon', 'icon.id', 'ent_org.icon_id')
    .leftJoin('sso', 'sso.ent_org_id', 'ent_org.id')
    .where(isOneOf('ent_org.id', ids))
    // Columns are listed, because a statement with `*` is not prepared.
    .select([
      'ent_org.id',
      'ent_org.guid',
      ...organisationTextFields.map((field) => `ent_org.${field}` as const),
      'ent_org.user_limit',
      'ent_org.is_disabled',
      'ent_org.logo_id',
      'ent_org.icon_id',
      'ent_org.organizer_id',
      'ent_org.otp_required',
      'ent_org.notification_frequency',
      'ent_org.time_zone',
      ...numberSettings.map(({ column }) => `ent_org.${column}` as const),
      'ent_org.created_at',
      'ent_org.updated_at',
    ])
    .select(['logo.file_name as logo_name', 'icon.file_name as icon_name', 'sso.client_id', 'sso.tenant_id'])
    .select(({ fn, lit }) => [
      fn.coalesce('assessments.pending', lit(0)).as('pending_asmts_count'),
      fn.coalesce('assessments.complete', lit(0)).as('complete_asmts_count'),
      fn.coalesce('assessments.total', lit(0)).as('total_asmts_count'),
      fn.coalesce('models.total', lit(0)).as('models_count'),
      fn.coalesce('people.assessors', lit(0)).as('auditors_count'),
      fn.coalesce('people.auditees', lit(0)).as('auditees_count'),
      fn.coalesce('people.active', lit(0)).as('active_users_count'),
    ]);

export function selectTotals(db: Kysely<Database>, matching: RawBuilder<boolean>) {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`;
  return organisationsWithCounts(db)
    .where(matching)
    .select([
      sum('assessments.pending').as('pending_asmts_count'),
      sum('assessments.complete').as('complete_asmts_count'),
      sum('assessments.total').as('total_asmts_count'),
      sum('models.total').as('models_count'),
      sum('people.assessors').as('auditors_count'),
      sum('people.auditees').as('auditees_count'),
    ])
    .executeTakeFirstOrThrow();
}

export const organisationsWithCounts = (db: Kysely<Database>, ids?: readonly number[]) =>
  db
    .selectFrom('ent_org')
    .leftJoin(assessments(db, ids), 'assessments.ent_org_id', 'ent_org.id')
    .leftJoin(models(db, ids), 'models.ent_org_id', 'ent_org.id')
    .leftJoin(activeUsers(db, ids), 'people.ent_org_id', 'ent_org.id');

const isOneOf = (column: string, ids: readonly number[] | undefined) =>
  ids ? sql<boolean>`${sql.ref(column)} = any(${ids}::int[])` : sql<boolean>`true`;

const assessments = (db: Kysely<Database>, ids?: readonly number[]) =>
  db
    .selectFrom('asmt')
    .select(({ fn }) => [
      'ent_org_id',
      fn.countAll<number>().filterWhere('audit_status', '<>', completedAssessmentStatus).as('pending'),
      fn.countAll<number>().filterWhere('audit_status', '=', completedAssessmentStatus).as('complete'),
      fn.countAll<number>().as('total'),
    ])
    .where(isOneOf('ent_org_id', ids))
    .groupBy('ent_org_id')
    .as('assessments');

const models = (db: Kysely<Database>, ids?: readonly number[]) =>
  db
    .selectFrom('subscribed_model')
    .select(({ fn }) => ['ent_org_id', fn.countAll<number>().as('total')])
    .where(isOneOf('ent_org_id', ids))
    .groupBy('ent_org_id')
    .as('models');

// Selected by role name, because numeric ids differ between installations.
const activeUsers = (db: Kysely<Database>, ids?: readonly number[]) =>
  db
    .selectFrom('user_count')
    .leftJoin('role', 'role.id', 'user_count.role_id')
    .select(({ fn }) => [
      'ent_org_id',
      fn
        .sum<number>('users')
        .filterWhere('role.id_str', '=', 'ASSESSOR' satisfies RoleKey)
        .as('assessors'),
      fn
        .sum<number>('users')
        .filterWhere('role.id_str', '=', 'AUDITEE' satisfies RoleKey)
        .as('auditees'),
      fn.sum<number>('users').as('active'),
    ])
    .where('is_disabled', '=', false)
    .where(isOneOf('ent_org_id', ids))
    .groupBy('ent_org_id')
    .as('people');

/** Search text of an organisation: names and email domain, folded. */
export const organisationSearchTextSql = sql`folded_text(concat_ws(chr(10), ent_org.brandname, ent_org.legalname, ent_org.email_domain))`;
/** Stored search text, computed for a row without it. */
export const organisationText = sql`coalesce(ent_org.folded_text, ${organisationSearchTextSql})`;

export type OrganisationRow = Awaited<ReturnType<ReturnType<typeof selectOrganisations>['executeTakeFirstOrThrow']>>;

export type OrganisationResponse = z.input<typeof entOrgWithConfig>;

export const findOrganisationRef = (db: Kysely<Database>, id: number) =>
  db.selectFrom('ent_org').select(['id', 'brandname']).where('id', '=', id).executeTakeFirst();

export async function readOrganisationResponse(db: Kysely<Database>, id: number): Promise<OrganisationResponse> {
  const row = await selectOrganisations(db, [id]).executeTakeFirstOrThrow();
  const { organizer_id } = row;
  const organizer =
    organizer_id === null ? undefined : await selectUsers(db).where('ent_usr.id', '=', organizer_id).executeTakeFirst();
  return { ...toOrganisationResponse(row, organizer), config: toConfigResponse(row) };
}

/** Only `org_detail` returns settings, to those who may read them. */
const hiddenSettings = Object.fromEntries(numberSettings.map(({ column }) => [column, undefined])) as Record<
  NumberSettingColumn,
  undefined
>;

export function toOrganisationResponse(row: OrganisationRow, organizer: UserRow | undefined) {
  return {
    ...row,
    ...hiddenSettings,
    logo: toFile(row.logo_id, row.logo_name),
    icon: toFile(row.icon_id, row.icon_name),
    user_limit: row.user_limit ?? noUserLimit,
    user_limit_text: userLimitText(row.user_limit),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    sso: row.client_id && row.tenant_id ? { client_id: row.client_id, tenant_id: row.tenant_id } : null,
    organizer: organizer ? toUserResponse(organizer) : null,
    facility: Object.fromEntries(facilityFields.map((field) => [field, row[field]])) as Pick<
      OrganisationRow,
      FacilityField
    >,
  };
}

export const toConfigResponse = (
  row: Pick<Row<'ent_org'>, 'notification_frequency' | 'otp_required' | 'user_limit' | 'time_zone'>,
): z.input<typeof orgConfig> => ({
  notification_frequency: row.notification_frequency,
  otp_required: row.otp_required,
  user_limit: row.user_limit ?? noUserLimit,
  time_zone: row.time_zone,
});

const toFile = (id: string | null, name: string | null) => {
  const url = fileUrl(id);
  return url && name ? { file_name: name, url } : null;
};
