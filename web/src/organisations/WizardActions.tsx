import { Button } from '@mantine/core';
import { StickyActions } from '../ui/form/StickyActions.tsx';

interface WizardActionsProps {
  submitLabel: string;
  busy: boolean;
  /** Left out where there is nothing to go back to. */
  onBack?: (() => void) | undefined;
  cancelLabel: string;
  onCancel: () => void;
}

/** The end of each step. */
export function WizardActions({ submitLabel, busy, onBack, cancelLabel, onCancel }: WizardActionsProps) {
  return (
    <StickyActions>
      <Button type="submit" loading={busy}>
        {submitLabel}
      </Button>
      {onBack && (
        <Button variant="default" disabled={busy} onClick={onBack}>
          Back
        </Button>
      )}
      <Button variant="subtle" color="gray" disabled={busy} onClick={onCancel}>
        {cancelLabel}
      </Button>
    </StickyActions>
  );
}
