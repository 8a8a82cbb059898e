import { expect, test, vi } from 'vitest';
import { address, openConsole } from '../testing/render.tsx';
import { gatewayOf, pageOf, viewer } from '../testing/responses.ts';

const gateway = gatewayOf({ OrganisationPage: pageOf(viewer) });

test('SHELL-18 MSG-1 shows the four texts, no shell, and sends no request', async () => {
  const { screen, calls } = await openConsole('/page-not-found', gateway, { secret: null });
  await expect.element(screen.getByText('CLANG!', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect
    .element(screen.getByText("What you're looking for might be renamed, removed, or might not exist!"))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Back to Home Page' })).toBeVisible();
  await expect.element(screen.getByRole('banner')).not.toBeInTheDocument();
  expect(calls).toEqual([]);
});

test.for(['/nowhere', '/o', '/O/nothing/here', '/u', '/t', '/Login'])(
  'SHELL-17 %s is replaced by /page-not-found in the history',
  async (path) => {
    const { screen, router } = await openConsole('/O', gateway);
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    await router.navigate(path);
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(address()).toBe('/page-not-found');
    window.history.back();
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  },
);

test('SHELL-19 Back to Home Page goes one step back where there is history', async () => {
  const { screen, router } = await openConsole('/O?from=here', gateway);
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  await router.navigate('/nowhere');
  await screen.getByRole('button', { name: 'Back to Home Page' }).click();
  await expect.poll(address).toBe('/O?from=here');
});

test('SHELL-19 Back to Home Page leads to / where there is none', async () => {
  vi.spyOn(window.navigation, 'canGoBack', 'get').mockReturnValue(false);
  const { screen } = await openConsole('/nowhere', gateway);
  await screen.getByRole('button', { name: 'Back to Home Page' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O');
});
