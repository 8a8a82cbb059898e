import { useContext } from 'react';
import { NotFoundPathContext } from './notFoundPathContext.ts';
import { Redirect } from './Redirect.tsx';

/** Redirects from an unknown or forbidden URL, which the user cannot tell apart. */
export function RedirectToPageNotFound() {
  return <Redirect to={useContext(NotFoundPathContext)()} />;
}
