import { Link } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { ChunkLoadError, loadChunk } from '../feedback/loadChunk.ts';
import { address, openConsole } from '../testing/render.tsx';
import { gatewayOf } from '../testing/responses.ts';
import { lazyRoute } from './lazyRoute.ts';
import { RouteError } from './RouteError.tsx';

const failure = 'Something went wrong. Please check logs';
const routesWith = (load: Parameters<typeof lazyRoute>[1]) => [
  { path: '/O', errorElement: <RouteError />, hydrateFallbackElement: <p>Loading</p>, lazy: lazyRoute('test', load) },
];
const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const Fine = () => null;
const Linked = () => <Link to="/U">User</Link>;
const Failing = () => {
  throw new Error('the page has a fault');
};

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('SHELL-15 CONST-3 a chunk that takes longer than 120 s is a ChunkLoadError', async () => {
  vi.useFakeTimers();
  const outcome = vi.fn();
  loadChunk(() => new Promise<never>(() => {})).catch(outcome);
  await vi.advanceTimersByTimeAsync(119_900);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome).toHaveBeenCalledWith(expect.any(ChunkLoadError));
});

test('RELIABILITY-F33 SHELL-15 an address with a failing chunk reloads the page once, then shows the fallback screen with a reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const first = await openConsole('/O', gatewayOf({}), { routes: routesWith(broken) });
  await expect.poll(() => first.reload.mock.calls.length).toBe(1);
  await expect.element(first.screen.getByText(failure)).not.toBeInTheDocument();
  await first.screen.unmount();

  const second = await openConsole('/O', gatewayOf({}), { routes: routesWith(broken) });
  await expect.element(second.screen.getByRole('heading', { name: failure })).toBeVisible();
  second.reload.mockClear();
  await second.screen.getByRole('button', { name: 'Reload' }).click();
  expect(second.reload).toHaveBeenCalledOnce();
});

test('SHELL-15 a click on a link with a failing chunk shows the fallback screen at its address, without a reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { screen, reload } = await openConsole('/O', gatewayOf({}), {
    routes: [
      {
        errorElement: <RouteError />,
        hydrateFallbackElement: <p>Loading</p>,
        children: [
          { path: '/O', lazy: lazyRoute('test', async () => ({ Component: Linked })) },
          { path: '/U', lazy: lazyRoute('other', broken) },
        ],
      },
    ],
  });
  await screen.getByRole('link', { name: 'User' }).click();
  await expect.element(screen.getByRole('heading', { name: failure })).toBeVisible();
  expect(address()).toBe('/U');
  expect(reload).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Reload' }).click();
  expect(reload).toHaveBeenCalledOnce();
});

test('SHELL-15 a page with content that fails to load shows the fallback screen, without a reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Content = lazyPart(broken);
  const { screen, reload } = await openConsole('/O', gatewayOf({}), {
    routes: routesWith(async () => ({ element: <Content /> })),
  });
  await expect.element(screen.getByRole('heading', { name: failure })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('SHELL-15 a chunk that cannot be loaded without a connection says so, and the page reloads with one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { screen, reload } = await openConsole('/O', gatewayOf({}), { routes: routesWith(broken) });
  await expect.element(screen.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  online.mockRestore();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
});

test('SHELL-15 a chunk that loads has its reload back', async () => {
  sessionStorage.setItem('console.reloaded.test', '1');
  await lazyRoute('test', async () => ({ Component: Fine }))();
  expect(sessionStorage.getItem('console.reloaded.test')).toBeNull();
});

test('SHELL-14 MSG-5 a page that fails to render shows the fallback screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { screen } = await openConsole('/O', gatewayOf({}), {
    routes: routesWith(async () => ({ Component: Failing })),
  });
  await expect.element(screen.getByText(failure)).toBeVisible();
  await expect.element(screen.getByText('the page has a fault')).not.toBeInTheDocument();
});
