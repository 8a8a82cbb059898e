import { Button } from '@mantine/core';
import { StickyActions } from '../ui/form/StickyActions.tsx';

interface WizardActionsProps {
  submitLabel: string;
  busy: boolean;
  /** Not set where there is nothing to return to. */
  onBack?: (() => void) | undefined;
  cancelLabel: string;
  onCancel: () => void;
}

/** The buttons of each step. */
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
      <Button variant="default" disabled={busy} onClick={onCancel}>
        {cancelLabel}
      </Button>
    </StickyActions>
  );
}
