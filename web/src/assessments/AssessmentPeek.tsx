import { useFragment } from '../apollo/useFragment.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { PeekPanel } from '../ui/peek/PeekPanel.tsx';
import { usePeekQuery } from '../ui/peek/usePeekQuery.ts';
import { AssessmentDetails } from './AssessmentDetails.tsx';

// The row already has these fields, so they are shown at once.
const assessmentFragment = graphql(`fragment AssessmentPeek_assessment on Assessment { id title }`);

const peekQuery = graphql(`
  query AssessmentPeek($id: ID!) {
    assessment(id: $id) { id ...AssessmentPeek_assessment ...AssessmentDetails_assessment }
  }
`);

interface AssessmentPeekProps {
  id: string | null;
  statuses: readonly { id: string; label: string }[] | null | undefined;
}

/** The details of an assessment, in the panel next to the list. */
export function AssessmentPeek({ id, statuses }: AssessmentPeekProps) {
  return id !== null && <AssessmentPanel id={id} statuses={statuses} />;
}

function AssessmentPanel({ id, statuses }: AssessmentPeekProps & { id: string }) {
  const { data, complete } = useFragment(assessmentFragment, { __typename: 'Assessment', id });
  return (
    <PeekPanel id={id} title={complete ? data.title : 'Assessment'}>
      <MoreOfAssessment key={id} id={id} statuses={statuses} />
    </PeekPanel>
  );
}

function MoreOfAssessment({ id, statuses }: AssessmentPeekProps & { id: string }) {
  const { data, failed, retry } = usePeekQuery(peekQuery, id, 'assessment');
  if (data?.assessment) return <AssessmentDetails assessment={data.assessment} statuses={statuses} />;
  return failed ? <LoadFailure what="This assessment" onRetry={retry} /> : <ContentSkeleton of="facts" />;
}
