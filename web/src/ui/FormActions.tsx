import { Button } from '@mantine/core';
import { StickyActions } from './StickyActions.tsx';

interface FormActionsProps {
  submitLabel: string;
  /** The submit is under way: it shows so, and a second press does nothing. */
  busy: boolean;
  onCancel?: (() => void) | undefined;
}

/** The end of a form. */
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
