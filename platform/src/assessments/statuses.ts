import { completedAssessmentStatus } from '@console/contract/rules';

export const initialAssessmentStatus = 'Not Started';

/** The statuses as they are stored and shown; all but the completed one are pending. */
export const assessmentStatuses = [
  initialAssessmentStatus,
  'In Progress',
  'Under Review',
  'On Hold',
  completedAssessmentStatus,
] as const;

export type AssessmentStatus = (typeof assessmentStatuses)[number];
