import { formatDay, formatMoment } from './format.ts';
import { useTimesShown } from './useTimesShown.ts';

interface MomentProps {
  at: string;
  withTime?: boolean;
}

/** A date. The time is next to it if `withTime` or the user's setting asks for it, otherwise on hover. */
export function Moment({ at, withTime = false }: MomentProps) {
  const { timesShown } = useTimesShown();
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {withTime || timesShown ? formatMoment(moment) : formatDay(moment)}
    </time>
  );
}
