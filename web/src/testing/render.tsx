import '../ui/styles.ts';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { takeAddressTokens } from '../apollo/addressTokens.ts';
import { BrowserSession } from '../apollo/BrowserSession.ts';
import { ClientProvider } from '../apollo/ClientProvider.tsx';
import { ClientSource } from '../apollo/ClientSource.ts';
import { createClient } from '../apollo/client.ts';
import { rememberRights } from '../apollo/rememberedRights.ts';
import { ConsoleRouter } from '../app/ConsoleRouter.tsx';
import { Providers } from '../app/Providers.tsx';
import { routes as consoleRoutes } from '../app/routes.tsx';
import { browserPage } from '../ui/browserPage.ts';
import { bringDropdownList } from '../ui/Dropdown.tsx';
import { bringFeedback } from '../ui/LateFeedback.tsx';
import { alertStore, toastStore } from '../ui/toasts.tsx';
import { viewer } from './answers.ts';
import { type Gateway, scriptedFetch } from './script.ts';

export const storedSecret = (): string | null => localStorage.getItem('console.page');
export const address = (): string => window.location.pathname + window.location.search;

interface Opened {
  /** Who asks is signed in unless this is null. */
  secret?: string | null;
  routes?: RouteObject[];
  /** What this browser remembers of the viewer’s rights; nothing after a sign-in. */
  rights?: object;
}

/**
 * Opens the console at an address in this real browser, with its real routes, session and Apollo client; only the gateway is scripted, at `fetch`, so that
 * headers, keepalive and aborted requests can be asserted as well.
 */
export const openConsole = async (path: string, gateway: Gateway, options: Opened = {}) => {
  const { secret = 'secret-of-this-tab', routes = consoleRoutes, rights = viewer.can } = options;
  const before = window.location.href;
  localStorage.clear();
  if (secret !== null) localStorage.setItem('console.page', secret);
  rememberRights(rights);
  window.history.replaceState(null, '', path);
  takeAddressTokens();

  const reload = vi.spyOn(browserPage, 'reload').mockImplementation(() => {});
  const leaveTo = vi.spyOn(browserPage, 'leaveTo').mockImplementation(() => {});
  const { calls, send } = scriptedFetch(gateway);
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(send);
  const session = new BrowserSession();
  session.start();
  const client = createClient(session, send);
  const router = createBrowserRouter(routes);
  onTestFinished(() => {
    router.dispose();
    session.stop();
    sessionStorage.clear();
    fetched.mockRestore();
    vi.restoreAllMocks();
    vi.useRealTimers();
    window.history.replaceState(null, '', before);
  });
  const screen = await renderWith(session, client, <ConsoleRouter router={router} />);
  return { screen, calls, session, client, router, reload, leaveTo };
};

/** One component in the console's providers, for what has no address of its own yet. */
export const renderAlone = async (children: ReactNode, gateway: Gateway = () => ({})) => {
  localStorage.clear();
  const { calls, send } = scriptedFetch(gateway);
  const session = new BrowserSession();
  const client = createClient(session, send);
  onTestFinished(() => {
    session.stop();
    sessionStorage.clear();
    vi.useRealTimers();
  });
  return { screen: await renderWith(session, client, <ClientProvider>{children}</ClientProvider>), calls };
};

const renderWith = async (session: BrowserSession, client: ReturnType<typeof createClient>, children: ReactNode) => {
  notifications.clean(alertStore);
  notifications.clean(toastStore);
  const source = new ClientSource(session);
  source.take(() => client);
  // A test that stops the clock would wait for it.
  await Promise.all([bringFeedback(), bringDropdownList()]);
  return render(
    <Providers session={session} source={source}>
      {children}
    </Providers>,
  );
};
