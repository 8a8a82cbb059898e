import { Button, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EditableDetails.module.css';

interface EditableDetailsProps {
  /** Not set without the right. */
  onEdit?: (() => void) | false | undefined;
  children: ReactNode;
}

/** Data that a form replaces after Edit. */
export function EditableDetails({ onEdit, children }: EditableDetailsProps) {
  return (
    <Stack gap="md" className={classes.details}>
      {onEdit && (
        <Button
          className={classes.edit}
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
      {children}
    </Stack>
  );
}
