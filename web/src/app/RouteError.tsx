import { useEffect, useState } from 'react';
import { useNavigationType, useRouteError } from 'react-router-dom';
import { browserPage } from '../ui/browserPage.ts';
import { FallbackScreen } from '../ui/FallbackScreen.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ChunkLoadError, takeReload } from './lazyRoute.ts';

/**
 * A page that failed to render, or a chunk that failed to load; the router has logged why. After a release the chunk that an open page asks for is gone. An
 * address that is opened is reloaded once; a click is answered by the fallback screen, whose reload opens the address that was clicked.
 */
export function RouteError() {
  const error = useRouteError();
  const clicked = useNavigationType() === 'PUSH';
  const part = error instanceof ChunkLoadError && !clicked ? error.part : null;
  const [failed, setFailed] = useState(part === null);
  useEffect(
    function reloadOnce() {
      if (part === null) return;
      if (takeReload(part)) browserPage.reload();
      else setFailed(true);
    },
    [part],
  );
  return failed ? <FallbackScreen /> : <LoadingScreen whole />;
}
