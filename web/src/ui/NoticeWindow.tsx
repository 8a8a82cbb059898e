import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

export interface NoticeDialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** Why, and what can be done. */
  children: ReactNode;
}

/** Tells why something cannot be done; there is nothing to decide. */
export function NoticeWindow({ opened, title, onClose, children }: NoticeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false}>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
