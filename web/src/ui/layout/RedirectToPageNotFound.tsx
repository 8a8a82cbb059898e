import { useContext } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { NotFoundPath } from './notFoundPath.ts';

/** Redirects from an address that is unknown or forbidden: the user cannot tell which. */
export function RedirectToPageNotFound() {
  const { key } = useLocation();
  return <Navigate key={key} to={useContext(NotFoundPath)()} replace />;
}
