import { useEffect, useRef, useState } from 'react';
import { toFailure } from '../../feedback/failure.ts';
import type { BulkOrder, BulkProgress, BulkRun, FailedRow } from './bulkRun.ts';
import type { RowsAction } from './bulkWords.ts';

/** Runs the action for one row. Resolves to undefined while the previous row is still running. */
export type SingleAction = (id: string, order: BulkOrder, password?: string) => Promise<unknown>;

/** The most rows. */
export const maxSingleActions = 200;

const settleMs = 5;

/** A bulk action as single mutations, one after another while the page is open: for a product API without bulk actions, and for results that are not stored. */
export const useSingleActions = (
  actions: Partial<Record<RowsAction, SingleAction>>,
  nameOf: (id: string) => { name: string; email: string },
  onEnded: () => void,
) => {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [failedRows, setFailedRows] = useState<readonly FailedRow[]>();
  const stopped = useRef(false);
  useEffect(function stopWithPage() {
    return () => {
      stopped.current = true;
    };
  }, []);
  // The mutations of the last rendering: an older function would still be busy and would not send.
  const latest = useRef(actions);
  useEffect(function rememberActs() {
    latest.current = actions;
  });

  const runAll = async (order: BulkOrder, ids: readonly string[], password?: string) => {
    const failed: FailedRow[] = [];
    let done = 0;
    const show = (ended: BulkProgress['ended'], skipped = 0) =>
      setProgress({
        action: order.action,
        total: ids.length,
        done,
        unchanged: 0,
        failed: failed.length,
        skipped,
        ended,
      });
    for (const id of ids) {
      if (stopped.current) break;
      show(null);
      try {
        while ((await latest.current[order.action]?.(id, order, password)) === undefined)
          await new Promise((resolve) => setTimeout(resolve, settleMs));
        done += 1;
      } catch (error) {
        const failure = toFailure(error);
        failed.push({ id, ...nameOf(id), message: failure.message });
        // The remaining rows would fail in the same way.
        if (failure.has('UNAUTHENTICATED') || failure.has('WRONG_PASSWORD')) stopped.current = true;
      }
    }
    const skipped = ids.length - done - failed.length;
    show(skipped > 0 ? 'CANCELLED' : 'FINISHED', skipped);
    setFailedRows(failed);
    onEnded();
  };
  const run: BulkRun = {
    progress,
    failedRows,
    startedHere: true,
    goesOn: false,
    cancelling: false,
    cancel: () => {
      stopped.current = true;
    },
    close: () => {
      setProgress(null);
      setFailedRows(undefined);
    },
  };
  return {
    run: progress ? run : null,
    busy: progress !== null && progress.ended === null,
    start: async (order: BulkOrder, password?: string) => {
      stopped.current = false;
      setFailedRows(undefined);
      void runAll(order, (order.ids ?? []).slice(0, maxSingleActions), password);
      return {};
    },
  };
};
