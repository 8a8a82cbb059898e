import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { bulkJobKey } from '../layout/bulkJobKey.ts';
import { type RowChoice, useChosenRows } from './RowChoice.ts';

/** Whether the bar of a list is needed: rows are chosen, or were, or a job was started. Other rows than before give the choice up. */
export const useBulkNeed = (choice: RowChoice, name: string, rows: object): boolean => {
  const [job] = useLocalStorage<string>({ key: bulkJobKey(name), getInitialValueInEffect: false });
  const { ids, all } = useChosenRows(choice);
  const filter = JSON.stringify(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each search and filter.
  useEffect(
    function forgetChoice() {
      return choice.clear;
    },
    [choice, filter],
  );
  return ids.size > 0 || all || Boolean(job);
};
