import { Button, Group } from '@mantine/core';
import type { MouseEvent } from 'react';
import classes from './FormActions.module.css';

interface FormActionsProps {
  submitLabel: string;
  /** The submit is under way: it shows so, and a second press does nothing. */
  busy: boolean;
  onCancel?: (() => void) | undefined;
}

// The field keeps the focus until the button is let go: a message that appears on leaving it would move the button away from under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The end of a form, in sight however long the form is. */
export function FormActions({ submitLabel, busy, onCancel }: FormActionsProps) {
  return (
    <Group gap="sm" className={classes.actions} onMouseDown={keepFocus}>
      <Button type="submit" loading={busy}>
        {submitLabel}
      </Button>
      {onCancel && (
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Group>
  );
}
