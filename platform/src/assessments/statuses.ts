import { completedStatus } from '@console/contract/rules';

export const firstStatus = 'Not Started';

/** The statuses as they are stored and shown; all but the completed one are pending. */
export const assessmentStatuses = [firstStatus, 'In Progress', 'Under Review', 'On Hold', completedStatus] as const;

export type AssessmentStatus = (typeof assessmentStatuses)[number];
