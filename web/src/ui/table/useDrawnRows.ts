import { createContext, use, useDeferredValue } from 'react';

interface Node {
  id: string;
}

/** How many rows a table draws at once: about as many as fit on a screen, none where the table is below another one. */
export const RowsDrawnAtOnce = createContext(16);

/** So few rows are drawn at once anyway. */
const few = 4;

const none: readonly Node[] = [];

/**
 * Which rows of a list are drawn now: the first ones, and those that were drawn before. React draws the others in short slices, so that a long page does not
 * block the browser.
 */
export const useDrawnRows = (nodes: readonly Node[] = none, twoLines = false) => {
  const screenful = use(RowsDrawnAtOnce) / (twoLines ? 2 : 1);
  const before = useDeferredValue(nodes, none);
  const atOnce = nodes.length <= few ? few : screenful;
  const ids = before === nodes ? null : new Set(before.map(({ id }) => id));
  return ({ id }: Node, index: number): boolean => index < atOnce || ids === null || ids.has(id);
};
