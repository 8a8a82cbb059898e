export interface AssessmentCounts {
  completedAssessments: number | null;
  assessments: number | null;
}

/** The completed part of an organisation's assessments, 0 to 1; undefined while unknown. */
export const completedAssessmentShare = (counts: AssessmentCounts | null): number | undefined =>
  counts?.assessments == null || counts.completedAssessments === null
    ? undefined
    : Math.min(counts.completedAssessments / Math.max(counts.assessments, 1), 1);
