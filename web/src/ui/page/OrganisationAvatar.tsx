import { Avatar, type AvatarSize } from '../values/Avatar.tsx';
import { type AssessmentCounts, completedAssessmentShare } from './completedAssessmentShare.ts';

interface OrganisationAvatarProps {
  organisation: {
    id: string;
    brandName: string;
    state: 'ACTIVE' | 'DISABLED';
    counts: AssessmentCounts | null;
    icon?: { url: string } | null;
  };
  size: AvatarSize;
}

/** The avatar of an organisation: its ring shows the state, and how many of its assessments are completed. */
export function OrganisationAvatar({ organisation, size }: OrganisationAvatarProps) {
  const { id, brandName, state, counts, icon } = organisation;
  return (
    <Avatar
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
