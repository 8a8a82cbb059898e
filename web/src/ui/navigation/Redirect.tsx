import { Navigate, useLocation } from 'react-router-dom';

interface RedirectProps {
  to: string;
  state?: unknown;
}

/** Replaces the URL. A second one, opened before the first redirect was rendered, is redirected again. */
export function Redirect({ to, state }: RedirectProps) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} state={state} replace />;
}
