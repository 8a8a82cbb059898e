import { formatCount } from '../ui/values/format.ts';
import { Meter } from '../ui/values/Meter.tsx';

interface ProgressBarProps {
  label: string;
  completed: number;
  pending: number;
}

/** The progress as a bar and in numbers. */
export function ProgressBar({ label, completed, pending }: ProgressBarProps) {
  const all = completed + pending;
  return (
    <Meter
      label={label}
      text={`${formatCount(completed)} completed, ${formatCount(pending)} pending`}
      share={all > 0 ? completed / all : 0}
    />
  );
}
