import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogDescription } from './DialogDescription.tsx';

interface NoticeDialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** Reason, and advice to the user. */
  children: ReactNode;
}

/** Says why something is not possible; its only button is Close. */
export function NoticeDialog({ opened, title, onClose, children }: NoticeDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} withCloseButton={false}>
      <Stack gap="lg">
        <DialogDescription>{children}</DialogDescription>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
