import { formatOptionalCount } from '../ui/layout/format.ts';
import { ShareBar } from '../ui/layout/ShareBar.tsx';
import { type AssessmentCounts, completedAssessmentShare } from './completedAssessmentShare.ts';

/** How many assessments are completed, above a bar of all. */
export function CompletedAssessmentCount({ counts }: { counts: AssessmentCounts | null }) {
  const share = completedAssessmentShare(counts);
  return (
    <>
      {formatOptionalCount(counts?.completedAssessments)}
      {share !== undefined && counts?.assessments !== 0 && <ShareBar share={share} />}
    </>
  );
}
