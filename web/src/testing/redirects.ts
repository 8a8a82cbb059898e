import { expect } from 'vitest';
import { gatewayOf, pageOf, type viewer } from './answers.ts';
import { openConsole } from './render.tsx';

/** A known viewer is redirected from each of the pages to /page-not-found, without a call. */
export const expectRedirects = async (who: typeof viewer, ...paths: string[]) => {
  const { screen, calls, router } = await openConsole('/O', gatewayOf({ OwnOrganisationPage: pageOf(who) }));
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  for (const path of paths) {
    await router.navigate(path);
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  }
  expect(calls).toHaveLength(1);
};
