import { Button } from '@mantine/core';
import { StickyActions } from './StickyActions.tsx';

interface FormActionsProps {
  submitLabel: string;
  /** The form is being sent: a second press does nothing. */
  busy: boolean;
  /** Not set where there is nothing to return to. */
  onBack?: (() => void) | undefined;
  cancelLabel?: string;
  onCancel?: (() => void) | undefined;
}

/** The buttons of a form. */
export function FormActions({ submitLabel, busy, onBack, cancelLabel = 'Cancel', onCancel }: FormActionsProps) {
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
      {onCancel && (
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
    </StickyActions>
  );
}
