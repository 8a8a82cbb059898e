import type { FragmentType } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { completedAssessmentStatus, texts } from '@console/contract/rules';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { hideSuccess, showSuccess } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import type { AssessmentStatusSelect_AssessmentFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { focusPlaceOf, returnFocus } from '../ui/dialog/focusPlace.ts';
import { lookupOptionOf, lookupSelectOptions } from '../ui/form/lookupOptions.ts';
import { AssessmentStatusBadge } from './AssessmentStatusBadge.tsx';
import { StatusButton } from './StatusButton.tsx';

const assessmentFragment = graphql(`
  fragment AssessmentStatusSelect_assessment on Assessment { id title status viewerCanChangeStatus }
`);

const changeDocument = graphql(`
  mutation AssessmentStatusSelect_Change($organisationId: ID!, $id: ID!, $status: String!, $expectedStatus: String) {
    changeAssessmentStatus(organisationId: $organisationId, id: $id, status: $status, expectedStatus: $expectedStatus) {
      assessment { id ...AssessmentTable_assessment }
      organisation {
        id
        counts { ...OrganisationTable_counts @unmask } # counts have no cache id
      }
    }
  }
`);

const readDocument = graphql(`
  query AssessmentStatusSelect_Read($id: ID!) { assessment(id: $id) { id ...AssessmentTable_assessment } }
`);

interface AssessmentStatusSelectProps {
  organisationId: string;
  assessment: FragmentType<AssessmentStatusSelect_AssessmentFragment>;
  /** Unique in the table. */
  name: string;
  /** Null: they could not be loaded. */
  statuses: readonly { id: string; label: string }[] | null | undefined;
  /** The assessment's row has changed. */
  onChanged: () => void;
}

/** The alert that offers to undo the last change. */
const undoAlert = 'assessment-status';

export const hideStatusUndo = (): void => hideSuccess(undoAlert);

/** A badge that opens a list of statuses. Choosing saves and offers to undo; completing asks first. Shows the old status until saved. */
export function AssessmentStatusSelect(props: AssessmentStatusSelectProps) {
  const { organisationId, assessment, name, statuses, onChanged } = props;
  const client = useApolloClient();
  const { data, complete } = useFragment(assessmentFragment, assessment);
  const { mutate, busy } = useMutationAction(changeDocument);
  const [isAsking, setIsAsking] = useState(false);
  if (!complete) return null;
  const { id, title, status, viewerCanChangeStatus } = data;
  const current = lookupOptionOf(statuses, status);
  if (!viewerCanChangeStatus) return <AssessmentStatusBadge label={current.label} />;
  const completed = lookupOptionOf(statuses, completedAssessmentStatus);

  const change = async (from: string, to: string, offersUndo: boolean) => {
    const place = focusPlaceOf(document.activeElement);
    try {
      if (!(await mutate({ organisationId, id, status: to, expectedStatus: from }))) return;
      const text = texts.assessments.statusUpdated;
      const undo = () => {
        hideStatusUndo();
        void change(to, from, false);
      };
      if (offersUndo) showSuccess(<UndoMessage text={text} onUndo={undo} />, { id: undoAlert, autoClose: false });
      else showSuccess(text);
    } catch (error) {
      if (!toFailure(error).has('CONFLICT')) return;
      // Another user changed the status first, so theirs is shown. If it cannot be loaded, the list shows it with its next query.
      await client
        .query({ query: readDocument, variables: { id }, fetchPolicy: 'network-only' })
        .catch(() => undefined);
    }
    setIsAsking(false);
    onChanged();
    // The row may no longer belong to the list, so the focus moves.
    returnFocus(place);
  };
  const choose = (chosen: string) => {
    hideStatusUndo();
    if (chosen === completed.id) setIsAsking(true);
    else void change(status, chosen, true);
  };
  return (
    <>
      <StatusButton
        label={`Status of ${name}`}
        busy={busy}
        value={current.id}
        options={lookupSelectOptions(statuses, status)}
        onChoose={choose}
      />
      <ConfirmDialog
        opened={isAsking}
        title={`Set ${title} to ${completed.label}?`}
        confirmLabel={`Set to ${completed.label}`}
        busy={busy}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => change(status, completed.id, false)}
      >
        <Text>
          {`The current status is ${current.label}. A completed assessment is no longer pending or overdue. You can change the status later.`}
        </Text>
      </ConfirmDialog>
    </>
  );
}

interface UndoMessageProps {
  text: string;
  onUndo: () => void;
}

/** The text of an alert, and a button that undoes the change. */
function UndoMessage({ text, onUndo }: UndoMessageProps) {
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <span>{text}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
