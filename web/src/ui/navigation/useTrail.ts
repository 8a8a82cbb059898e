import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';

const isTrail = (state: unknown): state is Record<string, string> =>
  typeof state === 'object' && state !== null && Object.values(state).every((search) => typeof search === 'string');

/** The path of the page to which Back led after a form was saved. */
let returnedTo: string | null = null;

/**
 * Remembers each list's query. `trail`: location state of links; `back` adds the query to a path; `settledTrail` leads a
 * saved form to a page with updated cache, where `settled` is true until the next navigation.
 */
export const useTrail = () => {
  const { pathname, search, state } = useLocation();
  const navigation = useNavigationType();
  const { settled, ...before }: Record<string, string> = isTrail(state) ? state : {};
  // Moves the page itself to the end.
  const { [pathname]: _earlier, ...others } = before;
  const trail = { ...others, [pathname]: search };
  useEffect(
    function forgetReturn() {
      if (returnedTo !== pathname) returnedTo = null;
    },
    [pathname],
  );
  return {
    trail,
    settledTrail: { ...trail, settled: 'yes' },
    // False after a reload or Back, except when a saved form has gone back.
    settled: navigation === 'POP' ? returnedTo === pathname : settled === 'yes',
    /** The path of the page from which a link led to this page. */
    cameFrom: Object.keys(others).at(-1),
    back: (path: string): string => path + (before[path] ?? ''),
  };
};

/** Leaves a form for the page of its object. If the form was opened there, goes back, so that the history contains the page once. */
export const useLeaveForm = () => {
  const navigate = useNavigate();
  const { cameFrom } = useTrail();
  return (path: string, state: Record<string, string>): void => {
    const [pathname = path] = path.split('?');
    if (cameFrom !== pathname) return void navigate(path, { replace: true, state });
    returnedTo = state.settled === 'yes' ? pathname : null;
    void navigate(-1);
  };
};
