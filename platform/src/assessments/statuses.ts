import { completedStatus } from '@console/contract/rules';

/** The status of an assessment that nobody works on yet. */
export const firstStatus = 'Not Started';

/** What an assessment may be; only the completed ones are not pending. What is stored and shown is the same. */
export const assessmentStatuses = [firstStatus, 'In Progress', 'Under Review', 'On Hold', completedStatus] as const;

/** The status of an assessment. */
export type AssessmentStatus = (typeof assessmentStatuses)[number];
