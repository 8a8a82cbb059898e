import { Navigate } from 'react-router-dom';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { safeNext } from './safeNext.ts';

/** Into the console: to `next`, else to the first page. */
export function Inwards({ query }: { query: URLSearchParams }) {
  return (
    <>
      <LoadingScreen />
      <Navigate to={safeNext(query.get('next'), window.location.origin)} replace />
    </>
  );
}
