import { completedStatus } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { refuseUnreached, unreached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import { invalid, notFound, stale } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { type Assessment, assessmentsStore } from './assessments.store.ts';
import { type AssessmentStatus, assessmentStatuses, firstStatus } from './statuses.ts';

const action = 'assessments:changeStatus';

/** The status that an assessment is to have, and the one that the caller read. */
export interface StatusChange {
  assessmentId: number;
  organisationId: number;
  state: string;
  expected: string | undefined;
}

/**
 * Gives an assessment a status and the actual dates that come with it; one that it has already stays. Throws 403, 404 unless it is the organisation's,
 * 409 when it is not what the caller expects, 422 for an unknown status.
 */
export const changeStatus = (
  services: Services,
  caller: Caller,
  requestId: string,
  change: StatusChange,
): Promise<Assessment> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const was = await holdAssessment(trx, caller, change);
    const state = assessmentStatuses.find((status) => status === change.state);
    if (!state) throw invalid({ state: [`must be one of ${assessmentStatuses.join(', ')}`] });
    if (change.expected !== undefined && change.expected !== was.audit_status) throw stale('assessment');
    const answer = async () => {
      const assessment = await assessmentsStore(trx, 'any').find(was.id);
      if (!assessment) throw notFound();
      return assessment;
    };
    if (state === was.audit_status) return { answer: await answer(), audit: null };
    const now = services.clock();
    const to = { audit_status: state, ...actualDates(was, state, now) };
    await trx
      .updateTable('asmt')
      .set({ ...to, updated_at: now })
      .where('id', '=', was.id)
      .execute();
    const { audit_status, actual_start_date, actual_end_date } = was;
    const before = { audit_status, actual_start_date, actual_end_date };
    const target = { type: 'asmt', id: was.id };
    return { answer: await answer(), audit: { action, target, before, after: to } };
  });

/** Holds the assessment until the transaction ends. Throws 403 by role, 404 for another organisation's; both stand in the audit log. */
async function holdAssessment(
  trx: Transaction<Database>,
  caller: Caller,
  { assessmentId, organisationId }: StatusChange,
): Promise<Row<'asmt'>> {
  const target = { type: 'asmt', id: assessmentId };
  refuseUnreached(caller, action, organisationId, target);
  const row = await trx
    .selectFrom('asmt')
    .selectAll()
    .where('id', '=', assessmentId)
    .where('ent_org_id', '=', organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw unreached(action, target);
  return row;
}

/** Nothing that is not started has begun, and nothing but what is completed has ended; what has begun keeps the moment. */
const actualDates = ({ actual_start_date }: Row<'asmt'>, state: AssessmentStatus, now: Date) => ({
  actual_start_date: state === firstStatus ? null : (actual_start_date ?? now),
  actual_end_date: state === completedStatus ? now : null,
});
