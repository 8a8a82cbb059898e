import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useNavigationType, useRouteError } from 'react-router-dom';
import { browserPage } from '../apollo/browserPage.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { ChunkLoadError } from '../feedback/loadChunk.ts';
import { FallbackScreen } from './FallbackScreen.tsx';
import { claimAutomaticReload } from './lazyRoute.ts';

/** A failed page or chunk, already logged. After a release old chunks are gone: an opened URL reloads once, a link shows the fallback screen. */
export function RouteError() {
  const error = useRouteError();
  const clicked = useNavigationType() === 'PUSH';
  const part = error instanceof ChunkLoadError && !clicked ? error.part : null;
  const [failed, setFailed] = useState(part === null);
  useEffect(
    function reloadOnce() {
      if (part === null) return;
      if (claimAutomaticReload(part)) browserPage.reload();
      else setFailed(true);
    },
    [part],
  );
  const notLoaded = error instanceof ChunkLoadError;
  useWindowEvent('online', () => {
    if (notLoaded) browserPage.reload();
  });
  if (!failed) return <LoadingScreen whole />;
  return notLoaded && !navigator.onLine ? (
    <FallbackScreen message="You are offline" advice="The page opens when you are back online." />
  ) : (
    <FallbackScreen />
  );
}
