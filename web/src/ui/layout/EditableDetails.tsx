import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EditableDetails.module.css';

interface EditableDetailsProps {
  /** Distinguishes the buttons of a page. */
  of?: string;
  /** Not set for viewers who cannot edit. */
  onEdit?: () => void;
  /** Whether the form was saved or cancelled, so that Edit gets the focus. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** Data that a form replaces after Edit. */
export function EditableDetails({ of, onEdit, takesFocus, children }: EditableDetailsProps) {
  return (
    <Stack gap="md" className={classes.details}>
      {onEdit && (
        <Button
          className={classes.edit}
          variant="default"
          aria-label={of && `Edit ${of}`}
          autoFocus={takesFocus}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
      {children}
    </Stack>
  );
}
