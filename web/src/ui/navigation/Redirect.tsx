import { Navigate, useLocation } from 'react-router-dom';

interface RedirectProps {
  to: string;
  state?: unknown;
}

/** Replaces the URL. The key redirects again if another URL to redirect is opened before the first redirect is rendered. */
export function Redirect({ to, state }: RedirectProps) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} state={state} replace />;
}
