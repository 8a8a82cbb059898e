import { Alert, Button, Group, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { CopyButton } from '../../feedback/CopyButton.tsx';
import { TextField } from '../form/TextField.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogDescription } from './DialogDescription.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';

export interface CopyOnceDialogProps {
  opened: boolean;
  title: string;
  warning: string;
  /** The label of the text, e.g. `Link`. */
  label: string;
  /** Null if an earlier press created it and the response was lost. */
  text: string | null;
  /** The notice if the text is null. */
  lost?: { title: string; advice: string };
  doneLabel: string;
  onClose: () => void;
}

/** Shows a text that cannot be shown again. A click outside does not close the dialog, and Escape only after the text was copied. */
export function CopyOnceDialog(props: CopyOnceDialogProps) {
  const { opened, title, warning, label, text, lost, doneLabel, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  if (text === null)
    return (
      <NoticeDialog title={lost?.title ?? title} opened={opened} onClose={onClose}>
        {`It was created, but the response was lost. ${lost?.advice ?? ''}`}
      </NoticeDialog>
    );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={copied === text}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <DialogDescription>
          <Alert color="yellow">{warning}</Alert>
        </DialogDescription>
        <TextField ref={field} label={label} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <Group justify="flex-end" gap="sm">
          <CopyButton data-autofocus variant="default" text={text} shown={field} onCopied={() => setCopied(text)} />
          <Button onClick={onClose}>{doneLabel}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
