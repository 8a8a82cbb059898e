import { Box, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from './CopyButton.tsx';
import classes from './ToastMessage.module.css';

interface ToastMessageProps {
  lines: readonly string[];
  /** Says whether something was saved. */
  note?: string | undefined;
  requestId?: string | undefined;
}

/** The lines of a failure, each on its own line and always as text, with the request id that support asks for. */
export function ToastMessage({ lines, note, requestId }: ToastMessageProps) {
  const message = useRef<HTMLDivElement>(null);
  const everything = [...lines, note, requestId && `Request ${requestId}`].filter(Boolean).join('\n');
  return (
    <div ref={message}>
      <Box mah="min(320px, 30dvh)" className={classes.lines}>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Box>
      {note && (
        <Text size="sm" mt={4}>
          {note}
        </Text>
      )}
      <Group justify="space-between" align="flex-start" gap="xs" mt={4} wrap="nowrap">
        <Text size="xs" c="dimmed" miw={0} className={classes.id}>
          {requestId ? `Request ${requestId}` : ''}
        </Text>
        <CopyButton variant="subtle" color="gray" size="compact-xs" flex="none" text={everything} shown={message} />
      </Group>
    </div>
  );
}
