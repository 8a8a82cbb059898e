import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test as base, signIn } from '../journey.ts';
import { addressOf, type Screen, userOf } from './screen.ts';
import { screens } from './screens.ts';
import { answerAs, type State, states } from './states.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Each user signs in once in a worker. */
const test = base.extend<object, { contextOf: (email: string | null) => Promise<BrowserContext> }>({
  contextOf: [
    async ({ browser, system }, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(async (email) => {
        const known = email === null ? undefined : contexts.get(email);
        if (known) return known;
        const context = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce' });
        if (email === null) return context;
        await signIn(await context.newPage(), email);
        contexts.set(email, context);
        return context;
      });
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
});

const onlyInLists: readonly State[] = ['part', 'offline', 'one', 'many'];

/** The states of a screen: all of them for a page, only `demo` and `long` for a dialog, panel or menu. */
const statesOf = ({ open, as, lists, route }: Screen): readonly State[] => {
  if (as === null || route === null || route === '/login') return ['demo'];
  if (open) return ['demo', 'long'];
  return lists ? states : states.filter((state) => !onlyInLists.includes(state));
};

/** A page with failed or missing responses is opened from another page, as users meet it. */
const fromAnother: readonly State[] = ['part', 'failed', 'offline', 'loading'];

async function openIn(page: Page, address: string, state: State): Promise<void> {
  if (!fromAnother.includes(state)) {
    await answerAs(page, state);
    await page.goto(address);
    return;
  }
  await page.goto(address.startsWith('/profile') ? '/O' : '/profile');
  await page.locator('h1').waitFor();
  await answerAs(page, state);
  await page.evaluate((path) => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

async function waitUntilRendered(page: Page, state: State): Promise<void> {
  if (state === 'loading') await page.waitForTimeout(1_000);
  else {
    // A request without a response keeps the network busy.
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
  }
}

for (const screen of screens)
  for (const state of statesOf(screen))
    test(`${screen.name} ${state}`, async ({ contextOf, system }) => {
      const context = await contextOf(userOf(screen));
      const page = await context.newPage();
      // A button with another name fails soon.
      page.setDefaultTimeout(15_000);
      const shown = sizes.filter(({ width }) => screen.widths?.includes(width) ?? true);
      await page.setViewportSize(shown[0] ?? { width: 1280, height: 800 });
      await openIn(page, await addressOf(screen, system), state);
      await waitUntilRendered(page, state);
      await screen.open?.(page, system);
      await waitUntilRendered(page, state);
      for (const size of shown) {
        await page.setViewportSize(size);
        await page.evaluate(() => window.scrollTo(0, 0));
        for (const colorScheme of ['light', 'dark'] as const) {
          // Reduced motion avoids the transition from the other colour scheme.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const path = `.state/screens/${screen.name}-${state}-${size.width}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage: true, animations: 'disabled' });
        }
      }
      await page.close();
    });
