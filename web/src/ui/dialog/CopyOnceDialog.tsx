import { Alert, Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
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
  /** Where the focus goes then; by default to where it was. */
  focusAfterwards?: () => void;
}

/** Shows a text once. Neither Escape nor a click outside closes it, because the text cannot be shown again. */
export function CopyOnceDialog({
  opened,
  title,
  warning,
  label,
  text,
  doneLabel,
  onClose,
  focusAfterwards,
}: CopyOnceDialogProps) {
  const clipboard = useClipboard({ timeout: 5_000 });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      {...(focusAfterwards && { returnFocus: false, onExitTransitionEnd: focusAfterwards })}
    >
      <Stack gap="md">
        <Alert color="yellow">{warning}</Alert>
        <TextField label={label} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        {clipboard.error && <Alert color="red">It could not be copied. Select it and copy it yourself.</Alert>}
        <VisuallyHidden role="status">{clipboard.copied ? 'Copied' : ''}</VisuallyHidden>
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus variant="default" onClick={() => clipboard.copy(text)}>
            {clipboard.copied ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={onClose}>{doneLabel}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
