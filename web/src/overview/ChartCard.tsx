import { Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Overview.module.css';

interface ChartCardProps {
  /** What the chart shows, as a sentence with its number. */
  title: string;
  /** Below the chart. */
  note?: string | undefined;
  /** The same numbers for screen readers: the headings of the columns, and the rows. */
  columns: readonly string[];
  rows: readonly (readonly [string, ...(number | null)[]])[];
  children: ReactNode;
}

/** A chart under its finding. */
export function ChartCard({ title, note, columns, rows, children }: ChartCardProps) {
  return (
    <Paper p="md" component="section" aria-label={title} className={classes.chart}>
      <Stack gap="sm">
        <Title order={3}>{title}</Title>
        {children}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <VisuallyHidden>
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, place) => (
                    <td key={columns[place + 1]}>{value ?? 'not known'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </VisuallyHidden>
      </Stack>
    </Paper>
  );
}
