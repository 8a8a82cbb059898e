import { Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import { ShareBar } from './ShareBar.tsx';

interface MeterProps extends ComponentProps<typeof ShareBar> {
  label: string;
  text: string;
}

/** A share in numbers and as a bar. */
export function Meter({ text, ...bar }: MeterProps) {
  return (
    <Stack gap={4}>
      <span>{text}</span>
      <ShareBar {...bar} />
    </Stack>
  );
}
