import { useEffect, useRef } from 'react';
import type { TableParams } from './useListParams.ts';

interface Given {
  list: { nodes: readonly unknown[]; totalCount: number } | null | undefined;
  table: TableParams;
  loading: boolean;
}

/** Shows the previous page when the last row of the last page has gone. A URL beyond the end stays. */
export function useLastPage({ list, table, loading }: Given): void {
  const { page, size, goTo } = table;
  const [count, total] = [list?.nodes.length, list?.totalCount ?? 0];
  const filledPage = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `goTo` is another function in each render.
  useEffect(
    function leaveEmptiedPage() {
      if (count === undefined || loading) return;
      if (count > 0) filledPage.current = page;
      else if (page > 1 && filledPage.current === page)
        goTo(Math.max(1, Math.min(page - 1, Math.ceil(total / size))), { replace: true });
    },
    [count, total, page, size, loading],
  );
}
