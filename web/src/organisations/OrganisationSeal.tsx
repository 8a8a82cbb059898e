import { Seal, type SealSize } from '../ui/layout/Seal.tsx';
import { type AssessmentCounts, completedAssessmentShare } from './completedAssessmentShare.ts';

interface OrganisationSealProps {
  organisation: {
    id: string;
    brandName: string;
    state: 'ACTIVE' | 'DISABLED';
    counts: AssessmentCounts | null;
    icon?: { url: string } | null;
  };
  size: SealSize;
}

/** The seal of an organisation: its ring shows the state, and how many of its assessments are completed. */
export function OrganisationSeal({ organisation, size }: OrganisationSealProps) {
  const { id, brandName, state, counts, icon } = organisation;
  return (
    <Seal
      kind="organisation"
      id={id}
      name={brandName}
      size={size}
      state={state === 'ACTIVE' ? 'active' : 'inactive'}
      share={completedAssessmentShare(counts)}
      icon={icon?.url}
    />
  );
}
