import { completedStatus } from '@console/contract/rules';

export const initialStatus = 'Not Started';

/** The statuses as they are stored and shown; all but the completed one are pending. */
export const assessmentStatuses = [initialStatus, 'In Progress', 'Under Review', 'On Hold', completedStatus] as const;

export type AssessmentStatus = (typeof assessmentStatuses)[number];
