import '@mantine/core/styles/Progress.css';
import { Progress, Stack } from '@mantine/core';
import { formatCount } from '../ui/layout/format.ts';

interface ProgressBarProps {
  label: string;
  completed: number;
  pending: number;
}

/** The progress as a bar and in numbers. */
export function ProgressBar({ label, completed, pending }: ProgressBarProps) {
  const all = completed + pending;
  return (
    <Stack gap={4}>
      <span>{`${formatCount(completed)} completed, ${formatCount(pending)} pending`}</span>
      <Progress aria-label={label} value={all > 0 ? (completed / all) * 100 : 0} />
    </Stack>
  );
}
