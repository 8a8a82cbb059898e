import { useLocation } from 'react-router-dom';

const isTrail = (state: unknown): state is Record<string, string> =>
  typeof state === 'object' && state !== null && Object.values(state).every((search) => typeof search === 'string');

/**
 * The way back. `trail` goes with a link as its state and remembers how each list on the way looked; `back` is a path with the address state it was left in,
 * or the bare path for somebody who came another way.
 */
export const useTrail = () => {
  const { pathname, search, state } = useLocation();
  const before = isTrail(state) ? state : {};
  return {
    trail: { ...before, [pathname]: search },
    back: (path: string): string => path + (before[path] ?? ''),
  };
};
