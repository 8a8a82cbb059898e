import { Alert, Button, Group, Stack } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from '../../feedback/CopyButton.tsx';
import { TextField } from '../form/TextField.tsx';
import { Dialog } from './Dialog.tsx';

export interface CopyOnceDialogProps {
  opened: boolean;
  title: string;
  warning: string;
  /** What the text is, e.g. `Link`. */
  label: string;
  text: string;
  doneLabel: string;
  onClose: () => void;
}

/** Shows a text once. Neither Escape nor a click outside closes it, because the text cannot be shown again. */
export function CopyOnceDialog({ opened, title, warning, label, text, doneLabel, onClose }: CopyOnceDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Alert color="yellow">{warning}</Alert>
        <TextField ref={field} label={label} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <Group justify="flex-end" gap="sm">
          <CopyButton data-autofocus variant="default" text={text} shown={field} />
          <Button onClick={onClose}>{doneLabel}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
