import { createContext, use, useDeferredValue } from 'react';

interface Node {
  id: string;
}

/** How many rows a table renders at once: about as many as fit on a screen; none for a table below another one. */
export const RowsRenderedAtOnce = createContext(16);

/** Up to this number of rows, all are rendered at once. */
const few = 4;

const none: readonly Node[] = [];

/** Rows to render now: the first, and earlier rendered ones. Others follow in short slices, so that a long page does not block. */
export const useRenderedRows = (nodes: readonly Node[] = none, twoLines = false) => {
  const screenful = use(RowsRenderedAtOnce) / (twoLines ? 2 : 1);
  const before = useDeferredValue(nodes, none);
  const atOnce = nodes.length <= few ? few : screenful;
  const ids = before === nodes ? null : new Set(before.map(({ id }) => id));
  return ({ id }: Node, index: number): boolean => index < atOnce || ids === null || ids.has(id);
};
