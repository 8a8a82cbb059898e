import { ActionIcon, CopyButton, Group, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** An id with a button that copies it. */
export function CopyableId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span>{id}</span>
      <CopyButton value={id}>
        {({ copied, copy }) => {
          const Icon = copied ? IconCheck : IconCopy;
          return (
            <>
              <ActionIcon size={24} aria-label="Copy the id" onClick={copy}>
                <Icon size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
              <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
            </>
          );
        }}
      </CopyButton>
    </Group>
  );
}
