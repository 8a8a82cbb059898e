import type { FragmentType } from '@apollo/client';
import { reviewEvidenceYears as range } from '@console/contract/review-limits';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { EvidenceRetention_OrganisationFragment } from '../gql/graphql.ts';
import { NumberSetting } from '../ui/dialog/NumberSetting.tsx';
import { countOf } from '../ui/layout/format.ts';

const organisationFragment = graphql(`
  fragment EvidenceRetention_organisation on Organisation { id reviewEvidenceYears viewerCanSetReviewEvidenceYears }
`);

const setDocument = graphql(`
  mutation EvidenceRetention_Set($input: SetReviewEvidenceYearsInput!) {
    setReviewEvidenceYears(input: $input) { organisation { id reviewEvidenceYears } }
  }
`);

interface EvidenceRetentionProps {
  organisation: FragmentType<EvidenceRetention_OrganisationFragment>;
}

/** How long the evidence of access reviews is kept, with a button to change it. */
export function EvidenceRetention({ organisation }: EvidenceRetentionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { mutate, busy, fieldErrors } = useMutationAction(setDocument, {
    success: 'Retention saved',
    fields: ['years'],
  });
  if (!complete || data.reviewEvidenceYears === null) return null;
  const { id, reviewEvidenceYears: current, viewerCanSetReviewEvidenceYears } = data;
  return (
    <NumberSetting
      summary={`Evidence is kept for ${countOf(current, 'year')}.`}
      current={current}
      canChange={viewerCanSetReviewEvidenceYears}
      title="How long should evidence be kept?"
      label="Years"
      range={range}
      busy={busy}
      fieldError={fieldErrors.years}
      effectOf={(years) => effectOf(current, years ?? null)}
      save={(years) => mutate({ input: { organisationId: id, years: years ?? current } })}
    />
  );
}

function effectOf(current: number, years: number | null): string {
  if (years !== null && years > current) return 'Evidence that is already deleted cannot be restored.';
  const kept = `Evidence of reviews that ended more than ${countOf(years ?? current, 'year')} ago`;
  return years === null || years === current
    ? `${kept} is permanently deleted. This runs every hour.`
    : `${kept} will be permanently deleted within an hour. This cannot be undone.`;
}
