import { formatOptionalCount } from '../ui/layout/format.ts';
import { type AssessmentCounts, completedShare } from './completedShare.ts';
import { ShareBar } from './ShareBar.tsx';

/** How many assessments are completed, above a bar of all. */
export function CompletedCount({ counts }: { counts: AssessmentCounts | null }) {
  const share = completedShare(counts);
  return (
    <>
      {formatOptionalCount(counts?.completedAssessments)}
      {share !== undefined && counts?.assessments !== 0 && <ShareBar share={share} />}
    </>
  );
}
