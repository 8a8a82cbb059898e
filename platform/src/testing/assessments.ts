import type { Kysely } from 'kysely';
import type { Database, NewRow } from '../core/database/schema.ts';
import { demoNow } from './demo-now.ts';

/** Inserts assessments of an organisation with the given fields and returns their ids. */
export async function addAssessments(
  db: Kysely<Database>,
  ent_org_id: number,
  assessments: Partial<NewRow<'asmt'>>[],
): Promise<number[]> {
  const rows = assessments.map((one, place) => ({
    ent_org_id,
    title: `Assessment ${place}`,
    audit_status: 'In Progress',
    created_at: demoNow,
    updated_at: demoNow,
    ...one,
  }));
  return (await db.insertInto('asmt').values(rows).returning('id').execute()).map(({ id }) => id);
}
