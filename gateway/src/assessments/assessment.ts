import { completedStatus } from '@console/contract/rules';
import type { asmt } from '@console/contract/shapes';
import { timeOf } from '../product-api/lists.ts';
import type { Connection } from '../product-api/paging.ts';
import { idOf, isRecord, type Raw, recordOf, textOf, wholeOf } from '../product-api/shape.ts';

/** An assessment as the product API has it. */
export type AssessmentBody = Raw<typeof asmt>;

/** A page of assessments. */
export type AssessmentConnectionParent = Connection<AssessmentBody>;

/** An assessment whose status was set. */
export interface ActedAssessment {
  /** The assessment as it is now. When it cannot be read again this fails, and the act is done all the same. */
  assessment(): Promise<AssessmentBody>;
  organisationId: string;
}

/** Keys of an answer that tells all of an assessment. */
const told = ['audit_status', 'model_title', 'end_date', 'assessor_name', 'asmt_status_details'] as const;

/** An assessment, or null when what must be there (id and title) is not. */
export function assessmentOf(value: unknown): AssessmentBody | null {
  const assessment = recordOf(value);
  return idOf(assessment.id) !== null && textOf(assessment.title) !== null ? assessment : null;
}

/** The assessment that was meant, if all of it is there. */
export function wholeAssessmentOf(value: unknown, id: string): AssessmentBody | null {
  const assessment = assessmentOf(value);
  return assessment && idOf(assessment.id) === id && told.every((key) => key in assessment) ? assessment : null;
}

/** The status as the product API says it. */
export const statusOf = ({ audit_status }: AssessmentBody): string => textOf(audit_status) ?? '';

/** Whether its end has passed and it is not completed. */
export function isOverdue(assessment: AssessmentBody, now: Date): boolean {
  const end = timeOf(assessment.end_date);
  return end !== null && end < now.getTime() && statusOf(assessment) !== completedStatus;
}

/** How far it has come; null unless every count is there. */
export function progressOf({ asmt_status_details: details }: AssessmentBody) {
  if (!isRecord(details)) return null;
  const responsePending = wholeOf(details.response_pending_count);
  const responseCompleted = wholeOf(details.response_completed_count);
  const evaluationPending = wholeOf(details.evaluation_pending_count);
  const evaluationCompleted = wholeOf(details.evaluation_completed_count);
  const totalControls = wholeOf(details.total_cntrls_count);
  return responsePending === null ||
    responseCompleted === null ||
    evaluationPending === null ||
    evaluationCompleted === null ||
    totalControls === null
    ? null
    : { responsePending, responseCompleted, evaluationPending, evaluationCompleted, totalControls };
}
