import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { removeSystem, type System, startSystem } from './system.ts';

/** Password of every demo sign-in. */
export const demoPassword = 'Welcome#2026';

/** A journey. Each worker has a running system, and the URL of the system is the base URL of the page. */
export const test = base.extend<object, { system: System }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
    async ({}, use) => {
      const system = await startSystem();
      await use(system);
      await removeSystem(system);
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: async ({ system }, use) => use(system.url),
  page: async ({ page }, use) => {
    await closeUnsentNotices(page);
    await use(page);
  },
});

/** The demo has no mail server, so a dialog says so after each invitation. Closes the dialog before the next step. */
const closeUnsentNotices = (page: Page): Promise<void> =>
  page.addLocatorHandler(page.getByRole('dialog', { name: /^The invitations? (was|were) not sent$/ }), (dialog) =>
    dialog.getByRole('button', { name: 'Close' }).click(),
  );

/** Pretends that there is a mail server, so that forms do not report a missing one. */
export const answerAsWithMailServer = (page: Page): Promise<unknown> =>
  page.route('**/graphql*', async (route) => {
    if (!route.request().postData()?.includes('"useUnsentEmails"')) return route.continue();
    // The journey may end before the response.
    const response = await route.fetch().catch(() => null);
    const body = await response?.json().catch(() => null);
    if (!response || !body) return;
    body.data.viewer.unsentEmails = null;
    await route.fulfill({ response, json: body });
  });

/** Fills the first step of signing in and presses Next. */
export async function enterCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Next' }).click();
}

/**
 * Signs in a user who needs no passcode, then opens a path and waits for the shell; without a path the first page, for a user without organisation the onboarding
 * form. Sends what the sign-in page sends: it takes a third of the CPU time of opening it.
 */
export async function signIn(page: Page, email: string, path?: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const { origin } = new URL((await page.request.get('/health/live')).url());
  const answer = await page.request.post('/graphql', {
    headers: { origin, 'x-csrf-guard': '1', 'x-console-page': secret },
    data: {
      query: 'mutation ($input: LoginInput!) { login(input: $input) { __typename } }',
      variables: { input: { email, password: demoPassword } },
    },
  });
  expect(await answer.json()).toEqual({ data: { login: { __typename: 'LoginSuccess' } } });
  const script = await page.addInitScript((value) => localStorage.setItem('console.page', value), secret);
  await page.goto(path ?? '/');
  await script.dispose();
  if (path === undefined) await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible();
}

/** Waits until a sign-out has ended the session. The sign-in page appears before the response that clears the cookie. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain('__Host-console');
}

/** The dialog that was just opened, once Cancel has the focus. Before that, the delayed focus would leave a field that the test fills. */
export async function openQuestion(page: Page): Promise<Locator> {
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  return question;
}

/** Goes to a path in the console that is already open; the path may redirect. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Opens a path in the console that is already open, as its links and Back do: a reload takes several times as long. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const between = page.getByRole('heading', { name: 'Page not found' });
  await goTo(page, '/page-not-found');
  await between.waitFor();
  await goTo(page, path);
  await between.waitFor({ state: 'detached' });
  await expect(page).toHaveURL(path);
}

const widths = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Half as large as `axe.source`. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Axe's rules that depend on colours. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds on a page, with their elements. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(
    async (values) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    rules && [...rules],
  );
}

async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const { width = 0 } = page.viewportSize() ?? {};
  // An open list moves after the window has changed.
  await expect.poll(overflow, `${name} is wider than the screen of ${width}px`).toBeLessThanOrEqual(0);
}

/**
 * Checks a screen: at both widths no axe violation and nothing wider than the window, down to 320 px; in dark no colour with too little contrast. Leaves the page
 * 1280 px wide.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  // The script of the page may still be loading.
  await page.locator('h1').first().waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoOverflow(page, name);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const size of widths.toReversed()) {
    await page.setViewportSize(size);
    await expectNoOverflow(page, name);
    // The page may still be loading.
    await expect.poll(() => violationsOn(page), `${name} ${size.width}px`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect.poll(() => violationsOn(page, colorRules), `${name} in dark`).toEqual([]);
}
