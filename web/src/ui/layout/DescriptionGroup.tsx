import { Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DescriptionGroup.module.css';

/** A description list under a heading. A missing value is a dash, announced as "Not given". */
export function DescriptionGroup({
  heading,
  lead,
  entries,
}: {
  heading: string;
  /** Above the entries. */
  lead?: ReactNode;
  entries: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>{heading}</Title>
        {lead}
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
    </Paper>
  );
}

export function MissingValue() {
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>Not given</VisuallyHidden>
    </>
  );
}
