import '@mantine/core/styles/Progress.css';
import { Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

export interface UploadProgressProps {
  /** The share of the file that is sent, from 0 to 1. */
  sent: number;
  /** The server's current work, of which the progress is unknown. */
  label: string;
}

const sending = 'Sending the file…';

/** The progress of an upload; appears after a second. */
export function UploadProgress({ sent, label }: UploadProgressProps) {
  const [late, setLate] = useState(false);
  useEffect(function appearLate() {
    const timer = setTimeout(() => setLate(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  const isSent = sent >= 1;
  const percent = Math.floor(sent * 100);
  return (
    <Stack gap={4}>
      <Text role="status" c="dimmed">
        {late && (isSent ? label : sending)}
      </Text>
      {late && (
        <Progress.Root aria-hidden={isSent}>
          <Progress.Section
            value={isSent ? 100 : percent}
            animated={isSent}
            withAria={!isSent}
            aria-label={sending}
            aria-valuetext={`${percent} %`}
          />
        </Progress.Root>
      )}
    </Stack>
  );
}
