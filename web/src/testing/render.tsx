import '../ui/theme/styles.ts';
import type { ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { assert, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { moveAddressTokensToMemory } from '../apollo/addressTokens.ts';
import { BrowserSession } from '../apollo/BrowserSession.ts';
import { browserPage } from '../apollo/browserPage.ts';
import { ClientProvider } from '../apollo/ClientProvider.tsx';
import { clientForSession } from '../apollo/client.ts';
import { moveProviderResponseToMemory } from '../apollo/providerResponse.ts';
import { rememberRights } from '../apollo/rememberedRights.ts';
import { ConsoleRouter } from '../app/ConsoleRouter.tsx';
import { Providers } from '../app/Providers.tsx';
import { routes as consoleRoutes } from '../app/routes.tsx';
import { outageMonitor } from '../feedback/outage.ts';
import { hideMessages } from '../feedback/toasts.tsx';
import { viewer } from './responses.ts';
import { type Gateway, scriptedFetch } from './script.ts';

export const storedSecret = (): string | null => localStorage.getItem('console.page');
/** The console's keys in this tab, without the one that each sign-in stores. The router of a closed test page may still store its own. */
export const storedKeys = (): string[] =>
  Object.keys(sessionStorage).filter((key) => key.startsWith('console.') && key !== 'console.askForFactor');
export const address = (): string => window.location.pathname + window.location.search;

interface Opened {
  /** Values that this browser has stored before. */
  stored?: Record<string, string>;
  /** Null for no session. */
  secret?: string | null;
  routes?: RouteObject[];
  /** The remembered permissions of the viewer; empty after a sign-in. */
  rights?: object;
}

/**
 * Opens the console at a URL, with its real routes, session and Apollo client. The gateway is scripted at `fetch`, so that tests can check headers,
 * keepalive and aborted requests.
 */
export const openConsole = async (path: string, gateway: Gateway, options: Opened = {}) => {
  const { secret = 'secret-of-this-tab', routes = consoleRoutes, rights = viewer.can, stored = {} } = options;
  const before = window.location.href;
  localStorage.clear();
  if (secret !== null) localStorage.setItem('console.page', secret);
  rememberRights(rights);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  window.history.replaceState(null, '', path);
  moveAddressTokensToMemory();
  moveProviderResponseToMemory();

  const reload = vi.spyOn(browserPage, 'reload').mockImplementation(() => {});
  const leaveTo = vi.spyOn(browserPage, 'leaveTo').mockImplementation(() => {});
  const goTo = vi.spyOn(browserPage, 'goTo').mockImplementation(() => {});
  const { calls, send } = scriptedFetch(gateway);
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(send);
  const session = new BrowserSession();
  session.start();
  const client = clientForSession(session, send);
  const router = createBrowserRouter(routes);
  onTestFinished(() => {
    router.dispose();
    session.stop();
    outageMonitor.reset();
    sessionStorage.clear();
    fetched.mockRestore();
    vi.restoreAllMocks();
    vi.useRealTimers();
    window.history.replaceState(null, '', before);
  });
  const screen = await renderWith(session, <ConsoleRouter router={router} />);
  return {
    screen,
    calls,
    session,
    client,
    router,
    reload,
    leaveTo,
    goTo,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
    dialog: (name: string) => screen.getByRole('dialog', { name }),
    /** The operations that were sent. */
    names: () => calls.map(({ name }) => name),
  };
};

/** Renders one component in the console's providers, without a route. */
export const renderAlone = async (children: ReactNode, gateway: Gateway = () => ({})) => {
  localStorage.clear();
  const { calls, send } = scriptedFetch(gateway);
  const session = new BrowserSession();
  clientForSession(session, send);
  onTestFinished(() => {
    session.stop();
    outageMonitor.reset();
    sessionStorage.clear();
    vi.useRealTimers();
  });
  return { screen: await renderWith(session, <ClientProvider>{children}</ClientProvider>), calls };
};

const renderWith = async (session: BrowserSession, children: ReactNode) => {
  outageMonitor.reset();
  hideMessages();
  // Loaded now, because a test may stop the clock later.
  await Promise.all([
    import('../feedback/NotificationRegions.tsx'),
    import('../ui/form/DropdownList.tsx'),
    import('../ui/dialog/overlays.tsx'),
  ]);
  const screen = await render(<Providers session={session}>{children}</Providers>);
  // The production build of React has no act() and renders in its own task. Polling would move a stopped clock by the interval.
  await vi.waitFor(() => assert(screen.container.hasChildNodes()), { interval: 0, timeout: 20_000 });
  return screen;
};
