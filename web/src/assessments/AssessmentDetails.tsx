import type { FragmentType } from '@apollo/client';
import { Badge, Group, Stack } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { AssessmentDetails_AssessmentFragment } from '../gql/graphql.ts';
import { lookupOptionOf } from '../ui/form/lookupOptions.ts';
import { PeekFacts } from '../ui/peek/PeekFacts.tsx';
import { formatCount } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { AssessmentStatusBadge } from './AssessmentStatusBadge.tsx';
import { ProgressBar } from './ProgressBar.tsx';

const assessmentFragment = graphql(`
  fragment AssessmentDetails_assessment on Assessment {
    id
    title
    modelTitle
    description
    auditType
    status
    assessorName
    auditeeName
    startDate
    endDate
    actualStartDate
    actualEndDate
    createdAt
    overdue
    progress { responsePending responseCompleted evaluationPending evaluationCompleted totalControls }
  }
`);

interface AssessmentDetailsProps {
  assessment: FragmentType<AssessmentDetails_AssessmentFragment>;
  statuses: readonly { id: string; label: string }[] | null | undefined;
}

export function AssessmentDetails({ assessment, statuses }: AssessmentDetailsProps) {
  const { data, complete } = useFragment(assessmentFragment, assessment);
  if (!complete) return null;
  const { progress } = data;
  return (
    <Stack gap="lg">
      <PeekFacts
        heading="Progress"
        entries={[
          ['Response', progressBar('Response', progress?.responseCompleted, progress?.responsePending)],
          ['Evaluation', progressBar('Evaluation', progress?.evaluationCompleted, progress?.evaluationPending)],
          ['Total controls', progress?.totalControls != null && formatCount(progress.totalControls)],
        ]}
      />
      <PeekFacts
        heading="General"
        entries={[
          ['Model', data.modelTitle],
          ['Audit type', data.auditType],
          [
            'Status',
            <Group key="status" gap="sm">
              <AssessmentStatusBadge label={lookupOptionOf(statuses, data.status).label} />
              {data.overdue && <Badge color="red">Overdue</Badge>}
            </Group>,
          ],
          ['Description', data.description],
        ]}
      />
      <PeekFacts
        heading="People"
        entries={[
          ['Assessor', data.assessorName],
          ['Auditee', data.auditeeName],
        ]}
      />
      <PeekFacts
        heading="Dates"
        entries={[
          ['Start', day(data.startDate)],
          ['End', day(data.endDate)],
          ['Actual start', day(data.actualStartDate)],
          ['Actual end', day(data.actualEndDate)],
          ['Created', data.createdAt && <Moment at={data.createdAt} withTime />],
        ]}
      />
    </Stack>
  );
}

const day = (at: string | null) => at && <Moment at={at} />;

/** Null if one of the two numbers is unknown. */
const progressBar = (label: string, completed: number | null | undefined, pending: number | null | undefined) =>
  completed != null && pending != null && <ProgressBar label={label} completed={completed} pending={pending} />;
