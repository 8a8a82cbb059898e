import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { MissingValue } from '../values/MissingValue.tsx';
import classes from './DescriptionList.module.css';

export type Description = readonly [label: string, value: ReactNode];

/** Labels with their values. `narrow`: for a panel. A missing value is a dash, announced as "Not given". */
export function DescriptionList({ entries, narrow }: { entries: readonly Description[]; narrow?: boolean }) {
  return (
    <dl className={classes.list} data-narrow={narrow}>
      {entries.map(([label, value]) => (
        <div key={label} className={classes.entry}>
          <Text component="dt" c="dimmed">
            {label}
          </Text>
          <Text component="dd" className={classes.value}>
            {value || <MissingValue />}
          </Text>
        </div>
      ))}
    </dl>
  );
}
