import type { asmt } from '@console/contract/shapes';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { Database } from '../core/database/schema.ts';

export type AssessmentResponse = z.input<typeof asmt>;

export function assessmentsStore(db: Kysely<Database>, allowed: AllowedOrganisations) {
  const visible = () => selectAssessments(db).where(isInAllowedOrganisation(allowed, 'asmt.ent_org_id'));

  return {
    find: async (id: number): Promise<AssessmentResponse | undefined> => {
      const row = await visible().where('asmt.id', '=', id).executeTakeFirst();
      return row && toAssessmentResponse(row);
    },

    list: async (organisationId: number): Promise<AssessmentResponse[]> => {
      const newest = visible().orderBy('asmt.created_at', 'desc').orderBy('asmt.id', 'desc');
      return (await newest.where('asmt.ent_org_id', '=', organisationId).execute()).map(toAssessmentResponse);
    },

    models: async (organisationId: number) => {
      const rows = await db
        .selectFrom('subscribed_model')
        .select(['title', 'created_at'])
        .where(isInAllowedOrganisation(allowed, 'ent_org_id'))
        .where('ent_org_id', '=', organisationId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ title, created_at }) => ({ title, created_at: created_at.toISOString() }));
    },

    hasOrganisation: async (id: number): Promise<boolean> =>
      (await db
        .selectFrom('ent_org')
        .select('id')
        .where(isInAllowedOrganisation(allowed, 'id'))
        .where('id', '=', id)
        .executeTakeFirst()) !== undefined,
  };
}

const selectAssessments = (db: Kysely<Database>) =>
  db
    .selectFrom('asmt')
    .leftJoin('ent_usr as assessor', 'assessor.id', 'asmt.assessor_id')
    .leftJoin('ent_usr as auditee', 'auditee.id', 'asmt.auditee_id')
    .selectAll('asmt')
    .select([nameOf('assessor').as('assessor_name'), nameOf('auditee').as('auditee_name')]);

/** The user's name, or the email of an invited user who has no name yet. */
const nameOf = (table: 'assessor' | 'auditee') =>
  sql<string | null>`coalesce(
    nullif(trim(concat_ws(' ', ${sql.ref(`${table}.firstname`)}, ${sql.ref(`${table}.lastname`)})), ''),
    ${sql.ref(`${table}.email`)})`;

type AssessmentRow = Awaited<ReturnType<ReturnType<typeof selectAssessments>['executeTakeFirstOrThrow']>>;

const toAssessmentResponse = (row: AssessmentRow): AssessmentResponse => ({
  ...row,
  start_date: toMoment(row.start_date),
  end_date: toMoment(row.end_date),
  actual_start_date: toMoment(row.actual_start_date),
  actual_end_date: toMoment(row.actual_end_date),
  created_at: row.created_at.toISOString(),
  asmt_status_details: {
    response_pending_count: row.response_pending_count,
    response_completed_count: row.response_completed_count,
    evaluation_pending_count: row.evaluation_pending_count,
    evaluation_completed_count: row.evaluation_completed_count,
    total_cntrls_count: row.total_cntrls_count,
  },
});

const toMoment = (date: Date | null) => date?.toISOString() ?? null;
