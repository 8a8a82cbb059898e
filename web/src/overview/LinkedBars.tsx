import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { formatCount } from '../ui/values/format.ts';
import { ShareBar } from '../ui/values/ShareBar.tsx';
import classes from './LinkedBars.module.css';

export interface Bar {
  name: string;
  value: number;
  to?: string | undefined;
  /** Decorative element in front of the name. */
  mark?: ReactNode;
}

/** Bars from zero on one scale, linked to their lists. Unlinked bars are hidden from screen readers, which have the table. */
export function LinkedBars({ bars }: { bars: readonly Bar[] }) {
  const { trail } = useTrail();
  const isLinked = bars.some(({ to }) => to !== undefined);
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <Stack gap={2} aria-hidden={!isLinked || undefined}>
      {bars.map(({ name, value, to, mark }) => {
        const parts = (
          <>
            <span className={classes.name}>
              {mark}
              {name}
            </span>
            <ShareBar look="chart" share={value / most} />
            <span className={classes.value}>{` ${formatCount(value)}`}</span>
          </>
        );
        return to === undefined ? (
          <div key={name} className={classes.row}>
            {parts}
          </div>
        ) : (
          <Link key={name} to={to} state={trail} className={classes.row}>
            {parts}
          </Link>
        );
      })}
    </Stack>
  );
}
