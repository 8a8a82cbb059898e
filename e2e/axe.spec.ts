import { expect, type Page } from '@playwright/test';
import { checkScreen, goWithin, signIn, test } from './journey.ts';
import { addressOf, type Screen, userOf } from './screens/screen.ts';
import { screens, screensByArea } from './screens/screens.ts';
import type { System } from './system.ts';

/** The route of a screen, with its tab. */
const pageOf = ({ route, at }: Screen) => `${route} ${/tab=\w+/.exec(typeof at === 'string' ? at : '')}`;
/** One screen of each page. Pages below an organisation are the user's own pages with other data. */
const firstScreens = new Set(
  [...Map.groupBy(screens, pageOf).values()]
    .map(([first]) => first)
    .filter((one) => !one?.route?.startsWith('/O/:orgId/')),
);

async function openPage(page: Page, screen: Screen, system: System): Promise<void> {
  const { as, name, open, route } = screen;
  const address = await addressOf(screen, system);
  const isInConsole = as !== null && route !== null && route !== '/login' && !open;
  await (isInConsole ? goWithin(page, address) : page.goto(address));
  await open?.(page, system);
  await page.locator('h1').first().waitFor();
  await expect(page.locator('[aria-busy="true"]').or(page.getByText(/^(Loading…|Please Wait\.\.\.)$/))).toHaveCount(0);
  if (name !== 'page-not-found') await expect(page).not.toHaveURL(/page-not-found/);
}

for (const [area, areaScreens] of Object.entries(screensByArea))
  test(`UI-20 axe finds nothing on any page of the area ${area}`, async ({ page, system }) => {
    for (const [user, pages] of Map.groupBy(
      areaScreens.filter((screen) => firstScreens.has(screen)),
      userOf,
    )) {
      await page.context().clearCookies();
      if (user !== null) await signIn(page, user);
      for (const screen of pages) {
        await openPage(page, screen, system);
        await checkScreen(page, screen.name);
      }
    }
  });
