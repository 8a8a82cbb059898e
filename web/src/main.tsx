import './ui/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { moveAddressTokensToMemory } from './apollo/addressTokens.ts';
import { BrowserSession } from './apollo/BrowserSession.ts';
import { moveProviderResponseToMemory } from './apollo/providerResponse.ts';
import { ConsoleRouter } from './app/ConsoleRouter.tsx';
import { Providers } from './app/Providers.tsx';
import { routes } from './app/routes.tsx';
import { outageMonitor } from './feedback/outage.ts';
import { exposeStyleNonce } from './ui/theme/styleNonce.ts';
import { withstandPageTranslation } from './ui/values/pageTranslation.ts';

moveAddressTokensToMemory();
moveProviderResponseToMemory();
exposeStyleNonce();
withstandPageTranslation();
const session = new BrowserSession();
session.start();
outageMonitor.start();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers session={session}>
      <ConsoleRouter router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
