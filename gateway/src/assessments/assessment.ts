import { completedStatus } from '@console/contract/rules';
import type { asmt } from '@console/contract/shapes';

import type { Connection } from '../product-api/paging.ts';
import { hasAny, idOf, type Raw, recordOf, textOf, timeOf, wholeOf } from '../product-api/shape.ts';

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

/** How far it has come; null where none of its counts is told. */
export function progressOf({ asmt_status_details }: AssessmentBody) {
  const details = recordOf(asmt_status_details);
  const progress = {
    responsePending: wholeOf(details.response_pending_count),
    responseCompleted: wholeOf(details.response_completed_count),
    evaluationPending: wholeOf(details.evaluation_pending_count),
    evaluationCompleted: wholeOf(details.evaluation_completed_count),
    totalControls: wholeOf(details.total_cntrls_count),
  };
  return hasAny(progress) ? progress : null;
}
