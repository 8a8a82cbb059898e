import '@mantine/core/styles/Progress.css';
import { Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Appears after a second. */
export function UploadProgress({ label }: { label: string }) {
  const [late, setLate] = useState(false);
  useEffect(function appearLate() {
    const timer = setTimeout(() => setLate(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap={4} role="status" maw={{ md: 720 }}>
      {late && (
        <>
          <Text c="dimmed">{label}</Text>
          {/* The progress is unknown. */}
          <Progress.Root aria-hidden>
            <Progress.Section value={100} animated withAria={false} />
          </Progress.Root>
        </>
      )}
    </Stack>
  );
}
