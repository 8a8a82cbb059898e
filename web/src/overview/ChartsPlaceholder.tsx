import { SimpleGrid, Skeleton } from '@mantine/core';
import classes from './Overview.module.css';

/** A whole page is wider than the column of an organisation's details. */
export const chartColumns = (wholePage: boolean) => ({ base: 1, md: 2, ...(wholePage && { lg: 3 }) });

/** The space of so many charts while they load. */
export function ChartsPlaceholder({ count, wholePage = false }: { count: number; wholePage?: boolean }) {
  return (
    <SimpleGrid cols={chartColumns(wholePage)} spacing="sm" aria-hidden>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same placeholders in the same order
        <Skeleton key={place} className={classes.chart} />
      ))}
    </SimpleGrid>
  );
}
