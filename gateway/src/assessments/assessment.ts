import { completedAssessmentStatus } from '@console/contract/rules';
import type { asmt } from '@console/contract/shapes';

import type { Connection } from '../product-api/paging.ts';
import { hasNonNull, idOf, integerOf, type Raw, recordOf, textOf, timeMsOf } from '../product-api/shape.ts';

export type AssessmentBody = Raw<typeof asmt>;

export type AssessmentConnectionParent = Connection<AssessmentBody>;

export interface AssessmentResult {
  assessment(): Promise<AssessmentBody>;
  organisationId: string;
}

const requiredKeys = ['audit_status', 'model_title', 'end_date', 'assessor_name', 'asmt_status_details'] as const;

export function assessmentOf(value: unknown): AssessmentBody | null {
  const assessment = recordOf(value);
  return idOf(assessment.id) !== null && textOf(assessment.title) !== null ? assessment : null;
}

export function assessmentIfComplete(value: unknown, id: string): AssessmentBody | null {
  const assessment = assessmentOf(value);
  return assessment && idOf(assessment.id) === id && requiredKeys.every((key) => key in assessment) ? assessment : null;
}

export const assessmentStatusOf = ({ audit_status }: AssessmentBody): string => textOf(audit_status) ?? '';

export function isOverdue(assessment: AssessmentBody, now: Date): boolean {
  const end = timeMsOf(assessment.end_date);
  return end !== null && end < now.getTime() && assessmentStatusOf(assessment) !== completedAssessmentStatus;
}

/** Null if the product API reports none of the counts. */
export function progressOf({ asmt_status_details }: AssessmentBody) {
  const details = recordOf(asmt_status_details);
  const progress = {
    responsePending: integerOf(details.response_pending_count),
    responseCompleted: integerOf(details.response_completed_count),
    evaluationPending: integerOf(details.evaluation_pending_count),
    evaluationCompleted: integerOf(details.evaluation_completed_count),
    totalControls: integerOf(details.total_cntrls_count),
  };
  return hasNonNull(progress) ? progress : null;
}
