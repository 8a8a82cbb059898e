import { expect, type Locator } from '@playwright/test';
import { signIn, test } from './journey.ts';
import { startReview } from './screens/screens.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const heightOf = (target: Locator) => expect.poll(async () => (await target.boundingBox())?.height ?? 0);

test('START-57 on a phone a row of users says what a person does, and breadcrumbs and sort headings fit a finger', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U');
  const users = page.getByRole('table', { name: 'Active users', exact: true });
  await expect(users.getByText(/^(Organiser|CEO|Auditee|Assessor|Approver|Administrator) · /).first()).toBeVisible();
  await heightOf(users.getByRole('button', { name: 'Name' })).toBeGreaterThanOrEqual(44);
  await users.getByRole('link').first().tap();
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first();
  await heightOf(crumb).toBeGreaterThanOrEqual(44);
});

/** The names of rows with a text that is covered by the line below it. */
const coveredNames = (names: Locator) =>
  names.evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const below = cell.querySelector(':scope > div')?.getBoundingClientRect().top ?? 0;
        const texts = document.createTreeWalker(cell.querySelector(':scope > span') ?? cell, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode()) {
          range.selectNode(texts.currentNode);
          if ([...range.getClientRects()].some(({ bottom }) => bottom > below + 1)) return true;
        }
        return false;
      })
      .map((cell) => cell.textContent),
  );

test('LOOK-7 at 320 px a name of two lines is covered by nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await signIn(page, 'organiser@demo.example', '/U?size=50');
  const names = page.getByRole('table', { name: 'Active users', exact: true }).getByRole('rowheader');
  await expect(names.nth(10)).toBeVisible();
  expect(await coveredNames(names)).toEqual([]);
});

test('REALUSE-4 on a phone the email of a reviewed person is covered by nothing', async ({ page, system }) => {
  await signIn(page, 'organiser@demo.example', await startReview(system));
  const names = page.getByRole('table', { name: 'People', exact: true }).getByRole('rowheader');
  await expect(names.nth(1)).toBeVisible();
  expect(await coveredNames(names)).toEqual([]);
});
