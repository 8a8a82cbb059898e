import { useContext } from 'react';
import { Navigate } from 'react-router-dom';
import { NotFoundPath } from './notFoundPath.ts';

/** Redirects from an address that is unknown or forbidden: the user cannot tell which. */
export function RedirectToPageNotFound() {
  return <Navigate to={useContext(NotFoundPath)()} replace />;
}
