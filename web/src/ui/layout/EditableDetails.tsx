import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EditableDetails.module.css';

interface EditableDetailsProps {
  /** Distinguishes the buttons of a page. */
  of?: string;
  /** Not set without the right. */
  onEdit?: () => void;
  /** The form was saved or cancelled: Edit gets the focus. */
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
