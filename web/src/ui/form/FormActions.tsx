import { Button } from '@mantine/core';
import { StickyActions } from './StickyActions.tsx';

interface FormActionsProps {
  submitLabel: string;
  /** The form is being sent: a second press does nothing. */
  busy: boolean;
  onCancel?: (() => void) | undefined;
}

/** The buttons of a form. */
export function FormActions({ submitLabel, busy, onCancel }: FormActionsProps) {
  return (
    <StickyActions>
      <Button type="submit" loading={busy}>
        {submitLabel}
      </Button>
      {onCancel && (
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </StickyActions>
  );
}
