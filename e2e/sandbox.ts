import { expect, type Page } from '@playwright/test';

/** Runs the operation until the check passes: the editor does not react at once. */
export const runUntil = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.getByRole('button', { name: /execute query/i }).click({ timeout: 3_000 });
    await check();
  }).toPass({ timeout: 20_000 });

export const run = (page: Page, expected: string) =>
  runUntil(page, () => expect(page.locator('.graphiql-response')).toContainText(expected, { timeout: 3_000 }));

/** The text of everything that the page's origin stores in the browser. */
export const storedTexts = async (page: Page): Promise<string> => {
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  const inPage = await page.evaluate(async () => ({
    session: { ...sessionStorage },
    caches: await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all((await cache.matchAll()).map((answer) => answer.text()));
      }),
    ),
  }));
  return JSON.stringify({ cookies, origins, ...inPage });
};
