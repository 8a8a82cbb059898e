import { completedAssessmentStatus } from '@console/contract/rules';

export const initialAssessmentStatus = 'Not Started';

export const assessmentStatuses = [
  initialAssessmentStatus,
  'In Progress',
  'Under Review',
  'On Hold',
  completedAssessmentStatus,
] as const;

export type AssessmentStatus = (typeof assessmentStatuses)[number];
