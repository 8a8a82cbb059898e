import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ReviewSettings_OrganisationFragment } from '../gql/graphql.ts';
import { NumberSetting } from '../ui/dialog/NumberSetting.tsx';

const organisationFragment = graphql(`
  fragment ReviewSettings_organisation on Organisation { id reviewEvidenceYears viewerCanSetReviewEvidenceYears }
`);

const setEvidenceYears = graphql(`
  mutation ReviewSettings_SetEvidenceYears($input: SetReviewEvidenceYearsInput!) {
    setReviewEvidenceYears(input: $input) { organisation { id reviewEvidenceYears } }
  }
`);

interface ReviewSettingsProps {
  organisation: FragmentType<ReviewSettings_OrganisationFragment>;
}

/** How long the evidence of access reviews is kept. */
export function ReviewSettings({ organisation }: ReviewSettingsProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  return complete && <NumberSetting setting="reviewEvidenceYears" organisation={data} document={setEvidenceYears} />;
}
