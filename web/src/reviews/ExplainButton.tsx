import { reviewLimits } from '@console/contract/review-limits';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { useRequiredText } from '../ui/form/useRequiredText.tsx';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { isolated } from '../ui/values/isolated.ts';

const explainDocument = graphql(`
  mutation ExplainButton_Explain($input: ExplainUnappliedDecisionInput!) {
    explainUnappliedDecision(input: $input) {
      accessReview { id ...ReviewHeader_review ...ReviewSummary_review }
      item { id ...ReviewTable_item }
    }
  }
`);

interface ExplainButtonProps {
  itemId: string;
  fullName: string;
}

/** Asks why a decision was not applied. The reason completes the evidence. */
export function ExplainButton({ itemId, fullName }: ExplainButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RowButton aria-label={`Give a reason for ${isolated(fullName)}`} onClick={() => setOpened(true)}>
        Give a reason
      </RowButton>
      {opened && <ReasonDialog itemId={itemId} fullName={fullName} onClose={() => setOpened(false)} />}
    </>
  );
}

function ReasonDialog({ itemId, fullName, onClose }: ExplainButtonProps & { onClose: () => void }) {
  const reason = useRequiredText({
    label: 'Reason',
    description: `It completes the evidence with your name and the time, and cannot be changed. At most ${reviewLimits.reasonLength} characters.`,
    maxLength: reviewLimits.reasonLength,
  });
  const { mutate, busy } = useMutationAction(explainDocument, { keyed: false, success: 'Reason saved' });
  const save = async () => {
    await mutate({ input: { itemId, reason: reason.text } });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Why does ${isolated(fullName)} keep this access?`}
      confirmLabel="Save reason"
      typed={reason.isTyped}
      validate={reason.isValid}
      busy={busy}
      onCancel={onClose}
      onConfirm={save}
    >
      {reason.field}
    </ConfirmDialog>
  );
}
