import { useContext } from 'react';
import { NotFoundPathContext } from './notFoundPathContext.ts';
import { Redirect } from './Redirect.tsx';

/** Redirects from an address that is unknown or forbidden: the user cannot tell which. */
export function RedirectToPageNotFound() {
  return <Redirect to={useContext(NotFoundPathContext)()} />;
}
