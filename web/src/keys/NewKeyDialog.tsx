import { Alert, Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';

export interface NewKeyDialogProps {
  opened: boolean;
  secret: string;
  onClose: () => void;
}

/** Shows a new key once. Neither Escape nor a click outside closes it, because the key cannot be shown again. */
export function NewKeyDialog({ opened, secret, onClose }: NewKeyDialogProps) {
  const clipboard = useClipboard({ timeout: 5_000 });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Copy your API key"
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Alert color="yellow">
          This is the only time that the key is shown. Store it like a password: a program that has it acts as you.
        </Alert>
        <TextField label="API key" readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
        {clipboard.error && <Alert color="red">The key could not be copied. Select it and copy it yourself.</Alert>}
        <VisuallyHidden role="status">{clipboard.copied ? 'Copied' : ''}</VisuallyHidden>
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus variant="default" onClick={() => clipboard.copy(secret)}>
            {clipboard.copied ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={onClose}>I have stored it</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
