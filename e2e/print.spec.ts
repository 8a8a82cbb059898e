import { expect, type Page } from '@playwright/test';
import { signIn, test } from './journey.ts';
import { startReview } from './screens/screens.ts';

/** Width of A4 paper without its margins, in CSS pixels. */
const paper = { width: 700, height: 1000 };

/** What a printed page would cut, and its controls. */
const faultsOnPaper = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => element.checkVisibility());
    const controls = shown.filter((element) =>
      element.matches('td button, .mantine-Button-root, .mantine-ActionIcon-root'),
    );
    const cut = shown.filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      // Texts for screen readers alone.
      if (width <= 1) return false;
      const isClipped =
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible';
      return right > document.documentElement.clientWidth + 1 || (element.closest('td, th') !== null && isClipped);
    });
    return [...controls, ...cut].map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

test('REALUSE-13 on paper the tables of users and of a review are complete, without controls, with time and filters', async ({
  page,
  system,
}) => {
  await signIn(page, 'organiser@demo.example', '/U?department=Sales');
  const table = page.getByRole('table', { name: 'Active users', exact: true });
  await expect(table.getByRole('rowheader').nth(5)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(paper);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText(/^Printed \d/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByText('Department:')).toBeVisible();
  await expect(page.getByText('Role:')).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  expect(await table.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group');
  await expect.poll(() => faultsOnPaper(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(await startReview(system));
  const people = page.getByRole('table', { name: 'People' });
  await people
    .getByRole('button', { name: /^Keep access/ })
    .first()
    .click();
  await expect(people.getByText('Keep access', { exact: true }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(paper);
  await expect(people.getByRole('columnheader', { name: 'Decision' })).toBeVisible();
  await expect.poll(() => faultsOnPaper(page)).toEqual([]);
});
