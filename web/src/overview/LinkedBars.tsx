import { BarsList } from '@mantine/charts';
import { Link } from 'react-router-dom';
import { formatCount } from '../ui/layout/format.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import classes from './LinkedBars.module.css';

export interface Bar {
  name: string;
  value: number;
  to?: string | undefined;
}

/** Bars with their names, each of which leads to its list where there is one. Without links they are hidden from screen readers, which have the table. */
export function LinkedBars({ bars }: { bars: readonly Bar[] }) {
  const { trail } = useTrail();
  const isLinked = bars.some(({ to }) => to !== undefined);
  return (
    <div aria-hidden={!isLinked || undefined}>
      <BarsList
        data={bars.map(({ name, value }) => ({ name, value }))}
        barHeight={26}
        classNames={{ barLabel: classes.name }}
        valueFormatter={formatCount}
        renderBar={({ name }, bar) => {
          const to = bars.find((one) => one.name === name)?.to;
          if (to === undefined) return bar;
          return (
            <Link to={to} state={trail} className={classes.link}>
              {bar}
            </Link>
          );
        }}
      />
    </div>
  );
}
