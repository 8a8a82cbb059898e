import { Box, Button, Group } from '@mantine/core';
import type { FormEvent } from 'react';
import { heightVariableRef, isSticky } from '../../feedback/heightVariableRef.ts';
import classes from './FormActions.module.css';
import { InvalidFieldLinks } from './InvalidFieldLinks.tsx';

interface FormActionsProps {
  submitLabel: string;
  /** Label of a second button that sends the form; `pressedAlso` recognises it. */
  alsoLabel?: string | undefined;
  /** The form is being sent: a second press does nothing. */
  busy: boolean;
  /** Not set if there is nothing to return to. */
  onBack?: (() => void) | undefined;
  cancelLabel?: string;
  onCancel?: (() => void) | undefined;
}

// Margins of card and page below the buttons when they are at the end of the page.
const margins = 28;
const measured = heightVariableRef('--console-actions', (bar) => (isSticky(bar) ? bar.offsetHeight + margins : 0));

const alsoName = 'also';

/** Whether a form was sent by its second button. */
export const pressedAlso = (event: FormEvent | undefined): boolean =>
  (event?.nativeEvent as SubmitEvent | undefined)?.submitter?.getAttribute('name') === alsoName;

/** The buttons at the end of a form, visible however long the form is. */
export function FormActions(props: FormActionsProps) {
  const { submitLabel, alsoLabel, busy, onBack, cancelLabel = 'Cancel', onCancel } = props;
  return (
    <Box ref={measured} className={classes.actions}>
      <InvalidFieldLinks />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
        {alsoLabel && (
          <Button type="submit" name={alsoName} variant="default">
            {alsoLabel}
          </Button>
        )}
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
      </Group>
    </Box>
  );
}
