import { useState } from 'react';
import type { TableParams } from '../ui/table/useListParams.ts';

/** The table state of rows that are in memory; it is not in the address. */
export const useInMemoryPaging = <Row>(rows: readonly Row[]) => {
  const [place, setPlace] = useState({ page: 1, size: 25 });
  const { size } = place;
  const page = Math.min(place.page, Math.max(1, Math.ceil(rows.length / size)));
  const offset = (page - 1) * size;
  const table: TableParams = {
    page,
    size,
    sort: null,
    variables: { first: size, offset },
    goTo: (to) => setPlace({ page: to, size }),
    // The first row stays on the page.
    resize: (to) => setPlace({ size: to, page: Math.floor(offset / to) + 1 }),
    sortBy: () => {},
  };
  return { table, shown: rows.slice(offset, offset + size) };
};
