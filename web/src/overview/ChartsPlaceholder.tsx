import { SimpleGrid, Skeleton } from '@mantine/core';
import classes from './Overview.module.css';

/** On a whole page the charts are wider than in the column of an organisation's details. */
export const chartColumns = (wholePage: boolean) => ({ base: 1, md: 2, ...(wholePage && { xl: 4 }) });

/** Reserves the space of the charts while they load. */
export function ChartsPlaceholder({ wholePage }: { wholePage: boolean }) {
  return (
    <SimpleGrid cols={chartColumns(wholePage)} spacing="sm" aria-hidden>
      {Array.from({ length: 4 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same placeholders in the same order
        <Skeleton key={place} className={classes.placeholder} />
      ))}
    </SimpleGrid>
  );
}
