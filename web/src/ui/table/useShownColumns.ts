import { useLocalStorage } from '@mantine/hooks';
import type { ColumnHeading } from './TableHead.tsx';

/** The columns of a list that are shown on request, and which of them are. */
export interface OptionalColumns {
  columns: readonly Pick<ColumnHeading, 'key' | 'title'>[];
  shown: readonly string[];
  setShown: (keys: string[]) => void;
}

/** Which optional columns of a list this browser shows; by default none. `listName` is the name under which it stores them. */
export const useShownColumns = (listName: string, columns: OptionalColumns['columns']): OptionalColumns => {
  // A default value would be stored at once.
  const [stored, setShown] = useLocalStorage<string[]>({
    key: `console.columns.${listName}`,
    getInitialValueInEffect: false,
  });
  const shown = columns.flatMap(({ key }) => (Array.isArray(stored) && stored.includes(key) ? [key] : []));
  return { columns, shown, setShown };
};
