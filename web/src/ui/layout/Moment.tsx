import { formatDay, formatMoment } from './format.ts';

interface MomentProps {
  at: string;
  withTime?: boolean;
}

/** A date, with the time on hover or next to it. */
export function Moment({ at, withTime = false }: MomentProps) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {withTime ? formatMoment(moment) : formatDay(moment)}
    </time>
  );
}
