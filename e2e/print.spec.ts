import { expect, type Page } from '@playwright/test';
import { signIn, test } from './journey.ts';
import { startReview } from './screens/screens.ts';

/** Width of A4 paper without its margins, in CSS pixels. */
const paperWidth = 700;

/** Controls on a printed page, cells with a cut text, and tables that are wider than the paper even if all their texts wrap. */
const faultsOnPaper = (page: Page) =>
  page.evaluate((most) => {
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => element.checkVisibility());
    const faults = shown.filter((element) => {
      if (element.matches('td button, .mantine-Button-root, .mantine-ActionIcon-root')) return true;
      if (element.matches('table')) {
        element.style.width = 'min-content';
        const isWide = element.offsetWidth > most;
        element.style.width = '';
        return isWide;
      }
      // Texts for screen readers alone are a pixel wide.
      if (!element.closest('td, th') || element.clientWidth <= 1) return false;
      return element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible';
    });
    return faults.map(({ outerHTML }) => outerHTML.slice(0, 120));
  }, paperWidth);

test('REALUSE-13 on paper the tables of users and of a review are complete, without controls, with time and filters', async ({
  page,
  system,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'organiser@demo.example', '/U?department=Sales');
  const table = page.getByRole('table', { name: 'Active users', exact: true });
  await expect(table.getByRole('rowheader').nth(5)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText(/^Printed \d/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByText('Department:')).toBeVisible();
  await expect(page.getByText('Role:')).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  expect(await table.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group');
  await expect.poll(() => faultsOnPaper(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.goto(await startReview(system));
  const people = page.getByRole('table', { name: 'People' });
  await people
    .getByRole('button', { name: /^Keep access/ })
    .first()
    .click();
  await expect(people.getByText('Keep access', { exact: true }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(people.getByRole('columnheader', { name: 'Decision' })).toBeVisible();
  await expect.poll(() => faultsOnPaper(page)).toEqual([]);
});
