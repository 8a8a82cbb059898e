import { Box, Button, CopyButton, Group, Text } from '@mantine/core';
import classes from './ToastMessage.module.css';

/** The lines of a failure, each on its own line and always as text, with the request id that support asks for. */
export function ToastMessage({ lines, requestId }: { lines: readonly string[]; requestId?: string | undefined }) {
  const everything = [...lines, ...(requestId ? [`Request ${requestId}`] : [])].join('\n');
  return (
    <>
      <Box mah={320} className={classes.lines}>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Box>
      <Group justify="space-between" align="flex-start" gap="xs" mt={4} wrap="nowrap">
        <Text size="xs" c="dimmed" miw={0} className={classes.id}>
          {requestId ? `Request ${requestId}` : ''}
        </Text>
        <CopyButton value={everything}>
          {({ copied, copy }) => (
            <Button variant="subtle" color="gray" size="compact-xs" flex="none" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
