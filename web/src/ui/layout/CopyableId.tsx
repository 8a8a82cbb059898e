import { ActionIcon, CopyButton, Group, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** An id, or another short text, with a button that copies it. */
export function CopyableId({ id, label = 'Copy the id' }: { id: string; label?: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span style={{ overflowWrap: 'anywhere' }}>{id}</span>
      <CopyButton value={id}>
        {({ copied, copy }) => {
          const Icon = copied ? IconCheck : IconCopy;
          return (
            <>
              <ActionIcon size={24} aria-label={label} onClick={copy}>
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
