import { useLocation, useNavigationType } from 'react-router-dom';

const isTrail = (state: unknown): state is Record<string, string> =>
  typeof state === 'object' && state !== null && Object.values(state).every((search) => typeof search === 'string');

/**
 * Remembers the query of each list, for the links back to it. `trail` is the location state of links; `back` adds the remembered query to a path, if there is
 * one. A saved form navigates with `settledTrail` to a page that reads the data which the mutation has updated in the cache: there `settled` is true until the next navigation.
 */
export const useTrail = () => {
  const { pathname, search, state } = useLocation();
  const navigation = useNavigationType();
  const { settled, ...before }: Record<string, string> = isTrail(state) ? state : {};
  const trail = { ...before, [pathname]: search };
  return {
    trail,
    settledTrail: { ...trail, settled: 'yes' },
    // Not after a reload or going back.
    settled: navigation !== 'POP' && settled === 'yes',
    back: (path: string): string => path + (before[path] ?? ''),
  };
};
