import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCopy } from './useCopy.ts';

/** An id, or another short text, with a button that copies it. */
export function CopyableId({ id, label = 'Copy ID' }: { id: string; label?: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const { copy, outcome, said } = useCopy(id, shown);
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  // The check mark is enough, without a text.
  const Status = outcome === 'selected' ? Text : VisuallyHidden;
  return (
    <Group gap={4}>
      <Group gap={4} wrap="nowrap">
        <span ref={shown} translate="no" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </span>
        <ActionIcon size={24} aria-label={label} onClick={copy}>
          <Icon size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Group>
      <Status role="status">{said}</Status>
    </Group>
  );
}
