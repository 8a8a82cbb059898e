import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { MissingValue } from '../layout/DescriptionGroup.tsx';
import classes from './PeekFacts.module.css';

interface PeekFactsProps {
  heading?: string;
  entries: readonly (readonly [label: string, value: ReactNode])[];
}

/** Labels and values in a panel. */
export function PeekFacts({ heading, entries }: PeekFactsProps) {
  return (
    <Stack gap="xs" component="section">
      {heading && <Title order={3}>{heading}</Title>}
      <dl className={classes.list}>
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
    </Stack>
  );
}
