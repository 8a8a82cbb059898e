import { Navigate } from 'react-router-dom';

/** Leads away from an address that is unknown or not for this person: the two look alike. */
export function ToPageNotFound() {
  return <Navigate to="/page-not-found" replace />;
}
