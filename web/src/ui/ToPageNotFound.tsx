import { useContext } from 'react';
import { Navigate } from 'react-router-dom';
import { NotFoundPath } from './notFoundPath.ts';

/** Leads away from an address that is unknown or not for this person: the two look alike. */
export function ToPageNotFound() {
  return <Navigate to={useContext(NotFoundPath)()} replace />;
}
