import { Button, Group } from '@mantine/core';
import type { MouseEvent } from 'react';
import classes from '../ui/FormActions.module.css';

interface WizardActionsProps {
  submitLabel: string;
  busy: boolean;
  /** Left out where there is nothing to go back to. */
  onBack?: (() => void) | undefined;
  cancelLabel: string;
  onCancel: () => void;
}

// As in FormActions: a message that appears on leaving a field would move the buttons away from under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The end of each step, in sight however long the step is. */
export function WizardActions({ submitLabel, busy, onBack, cancelLabel, onCancel }: WizardActionsProps) {
  return (
    <Group gap="sm" className={classes.actions} onMouseDown={keepFocus}>
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
    </Group>
  );
}
