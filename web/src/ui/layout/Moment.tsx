import { formatDay, formatMoment } from './format.ts';

/** A date, with the time on hover. */
export function Moment({ at }: { at: string }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return (
    <time dateTime={at} title={formatMoment(moment)}>
      {formatDay(moment)}
    </time>
  );
}
