import { useContext } from 'react';
import { NotFoundPath } from './notFoundPath.ts';
import { Redirect } from './Redirect.tsx';

/** Redirects from an address that is unknown or forbidden: the user cannot tell which. */
export function RedirectToPageNotFound() {
  return <Redirect to={useContext(NotFoundPath)()} />;
}
