import type { FragmentType } from '@apollo/client';
import { useApolloClient, useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Loader, NativeSelect } from '@mantine/core';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { AssessmentStatusSelect_AssessmentFragment } from '../gql/graphql.ts';
import { focusIfLost } from '../ui/dialog/focusIfLost.ts';
import { toFailure } from '../ui/feedback/failure.ts';
import { lookupOptionOf, selectOptions } from '../ui/form/lookupOptions.ts';

const assessmentFragment = graphql(`
  fragment AssessmentStatusSelect_assessment on Assessment {
    id
    title
    status
    viewerCanChangeStatus
  }
`);

const changeDocument = graphql(`
  mutation AssessmentStatusSelect_Change($organisationId: ID!, $id: ID!, $status: String!, $expectedStatus: String) {
    changeAssessmentStatus(organisationId: $organisationId, id: $id, status: $status, expectedStatus: $expectedStatus) {
      assessment {
        id
        ...AssessmentTable_assessment
      }
      organisation {
        id
        counts {
          models
          pendingAssessments
          completedAssessments
          assessments
          assessors
          auditees
        }
      }
    }
  }
`);

const readDocument = graphql(`
  query AssessmentStatusSelect_Read($id: ID!) {
    assessment(id: $id) {
      id
      ...AssessmentTable_assessment
    }
  }
`);

interface AssessmentStatusSelectProps {
  organisationId: string;
  assessment: FragmentType<AssessmentStatusSelect_AssessmentFragment>;
  /** Null: they could not be loaded. */
  statuses: readonly { id: string; label: string }[] | null | undefined;
  /** The assessment's row has changed. */
  onChanged: () => void;
}

/** The saved status of an assessment. Choosing another one saves it; until then the old one is shown. */
export function AssessmentStatusSelect(props: AssessmentStatusSelectProps) {
  const { organisationId, assessment, statuses, onChanged } = props;
  const client = useApolloClient();
  const { data, complete } = useFragment({
    fragment: assessmentFragment,
    fragmentName: 'AssessmentStatusSelect_assessment',
    from: assessment,
  });
  const { mutate, busy } = useMutationAction(changeDocument, { success: texts.assessments.statusUpdated });
  if (!complete) return null;
  const { id, title, status, viewerCanChangeStatus } = data;
  const current = lookupOptionOf(statuses, status);
  if (!viewerCanChangeStatus) return current.label;

  const change = async (chosen: string) => {
    try {
      if (!(await mutate({ organisationId, id, status: chosen, expectedStatus: status }))) return;
    } catch (error) {
      if (!toFailure(error).has('CONFLICT')) return;
      // Another user was faster: their choice is shown. If it cannot be loaded, the next reading of the list shows it.
      await client
        .query({ query: readDocument, variables: { id }, fetchPolicy: 'network-only' })
        .catch(() => undefined);
    }
    onChanged();
    focusIfLost();
  };
  return (
    <NativeSelect
      aria-label={`Status of ${title}`}
      aria-busy={busy}
      size="xs"
      value={current.id}
      data={selectOptions(statuses, status)}
      {...(busy && { rightSection: <Loader size={16} aria-hidden /> })}
      onChange={(event) => void change(event.currentTarget.value)}
    />
  );
}
