import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { LoadFailure } from '../ui/feedback/LoadFailure.tsx';
import { LoadingScreen } from '../ui/feedback/LoadingScreen.tsx';
import { AssessmentDetails } from './AssessmentDetails.tsx';

const detailsQuery = graphql(`
  query AssessmentDialog($id: ID!) {
    assessment(id: $id) {
      id
      ...AssessmentDetails_assessment
    }
  }
`);

interface AssessmentDialogProps {
  /** Null before the first opening; it stays while the dialog closes. */
  assessment: { id: string; title: string } | null;
  opened: boolean;
  statuses: readonly { id: string; label: string }[] | null | undefined;
  onClose: () => void;
}

/** The details of an assessment, loaded when the dialog opens. */
export function AssessmentDialog({ assessment, opened, statuses, onClose }: AssessmentDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={assessment?.title}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {assessment && <Content id={assessment.id} statuses={statuses} />}
    </Dialog>
  );
}

function Content({ id, statuses }: { id: string; statuses: AssessmentDialogProps['statuses'] }) {
  const { data, failed, retry } = usePageQuery(detailsQuery, { id });
  if (data?.assessment) return <AssessmentDetails assessment={data.assessment} statuses={statuses} />;
  return failed ? <LoadFailure what="This assessment" onRetry={retry} /> : <LoadingScreen />;
}
