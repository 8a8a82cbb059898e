import '@mantine/core/styles/Progress.css';
import { Progress, Stack } from '@mantine/core';

interface MeterProps {
  label: string;
  text: string;
  /** 0 to 1. */
  share: number;
  /** Nothing is left. */
  full?: boolean;
}

/** A share in numbers and as a bar. */
export function Meter({ label, text, share, full = false }: MeterProps) {
  return (
    <Stack gap={4}>
      <span>{text}</span>
      <Progress aria-label={label} value={Math.min(share * 100, 100)} {...(full && { color: 'red' })} />
    </Stack>
  );
}
