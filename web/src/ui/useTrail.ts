import { useLocation, useNavigationType } from 'react-router-dom';

const isTrail = (state: unknown): state is Record<string, string> =>
  typeof state === 'object' && state !== null && Object.values(state).every((search) => typeof search === 'string');

/**
 * The way back. `trail` goes with a link as its state and remembers how each list on the way looked; `back` is a path with the address state it was left in,
 * or the bare path for somebody who came another way. `settledTrail` goes with the way from a form that was saved to a page which the act has put right in the
 * cache; there, and only until the person goes on, `settled` is true.
 */
export const useTrail = () => {
  const { pathname, search, state } = useLocation();
  const came = useNavigationType();
  const { settled, ...before }: Record<string, string> = isTrail(state) ? state : {};
  const trail = { ...before, [pathname]: search };
  return {
    trail,
    settledTrail: { ...trail, settled: 'yes' },
    // Not after a reload, nor when the person comes back to it.
    settled: came !== 'POP' && settled === 'yes',
    back: (path: string): string => path + (before[path] ?? ''),
  };
};
