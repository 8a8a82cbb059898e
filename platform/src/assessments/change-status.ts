import { completedAssessmentStatus } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { editConflict, invalidFields, notFound } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type AssessmentResponse, assessmentsStore } from './assessments.store.ts';
import { type AssessmentStatus, assessmentStatuses, initialAssessmentStatus } from './statuses.ts';

const action = 'assessments:changeStatus';

export interface AssessmentStatusChange {
  assessmentId: number;
  organisationId: number;
  state: string;
  expected: string | undefined;
}

type StatusFields = Pick<Row<'asmt'>, 'audit_status' | 'actual_start_date' | 'actual_end_date'>;

/** Sets an assessment's status and actual dates. Throws 403, 404, 409 if the status is not the expected one, 422 for an unknown status. */
export const changeAssessmentStatus = (
  services: Services,
  caller: Caller,
  change: AssessmentStatusChange,
): Promise<AssessmentResponse> =>
  runCommand(services, caller, async (trx) => {
    const current = await lockAssessment(trx, caller, change);
    const state = assessmentStatuses.find((status) => status === change.state);
    if (!state)
      throw invalidFields({ state: [{ code: 'UNKNOWN', message: `must be one of ${assessmentStatuses.join(', ')}` }] });
    if (change.expected !== undefined && change.expected !== current.audit_status) throw editConflict('assessment');
    const answer = async () => {
      const assessment = await assessmentsStore(trx, 'any').find(current.id);
      if (!assessment) throw notFound();
      return assessment;
    };
    if (state === current.audit_status) return { answer: await answer(), audit: null };
    const now = services.clock();
    const to: StatusFields = { audit_status: state, ...actualDates(current, state, now) };
    await trx
      .updateTable('asmt')
      .set({ ...to, updated_at: now })
      .where('id', '=', current.id)
      .execute();
    const changed = (Object.keys(to) as (keyof StatusFields)[]).filter(
      (field) => to[field]?.valueOf() !== current[field]?.valueOf(),
    );
    const only = (row: StatusFields) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    const target = { type: 'asmt', id: current.id };
    const organisationId = current.ent_org_id;
    const audit = { action, target, organisationId, before: only(current), after: only(to) };
    return { answer: await answer(), audit };
  });

/** Locks an assessment. Throws an audited 403 by role, then an audited 404 for another organisation's. */
async function lockAssessment(
  trx: Transaction<Database>,
  caller: Caller,
  { assessmentId, organisationId }: AssessmentStatusChange,
): Promise<Row<'asmt'>> {
  const target = { type: 'asmt', id: assessmentId };
  authorizeOrganisation(caller, action, organisationId, target);
  await lockCaller(trx, caller);
  const row = await trx
    .selectFrom('asmt')
    .selectAll()
    .where('id', '=', assessmentId)
    .where('ent_org_id', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw auditedNotFound(action, target);
  return row;
}

/** The actual start is set by the first status that follows 'Not Started', the actual end by the completed one. */
const actualDates = ({ actual_start_date }: Row<'asmt'>, state: AssessmentStatus, now: Date) => ({
  actual_start_date: state === initialAssessmentStatus ? null : (actual_start_date ?? now),
  actual_end_date: state === completedAssessmentStatus ? now : null,
});
