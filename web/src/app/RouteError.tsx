import { FallbackScreen } from '../ui/FallbackScreen.tsx';

/** A page that failed to render, or a chunk that failed to load. The router has logged why. */
export function RouteError() {
  return <FallbackScreen />;
}
