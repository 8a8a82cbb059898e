import { completedAssessmentStatus } from '@console/contract/rules';
import { Badge } from '@mantine/core';

/** The meaning of a status: done, not begun, or in progress. The product API names the others. */
export const assessmentStatusColor = (label: string): 'green' | 'gray' | 'yellow' => {
  if (label === completedAssessmentStatus) return 'green';
  return /^(not started|on hold)$/i.test(label) ? 'gray' : 'yellow';
};

/** The status of an assessment. */
export const AssessmentStatusBadge = ({ label }: { label: string }) => (
  <Badge color={assessmentStatusColor(label)}>{label}</Badge>
);
