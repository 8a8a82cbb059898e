import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { answerAsWithMailServer, checkScreen, signIn, test } from './journey.ts';

test('OVERVIEW-10 OVERVIEW-17 ATTENTION-7 /T begins with what needs attention, which leads to the overdue assessments, and passes axe', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin@demo.example', '/T');
  const attention = page.getByRole('region', { name: 'Pending items' });
  const table = page.getByRole('table', { name: 'Active organisations', exact: true });
  await expect(table.getByRole('rowheader').first()).toBeInViewport();
  const overdue = attention.getByRole('link', { name: /^\d+ overdue assessments? in \d+ organisations?/ });
  const counted = /in (\d+) organisation/.exec((await overdue.textContent()) ?? '')?.[1] ?? '';
  await page.getByRole('button', { name: 'Charts' }).click();
  await expect(
    page.getByRole('heading', { name: /assessments? due and \d+ completed in the last 12 months$/ }),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /active users?/, level: 3 })).toBeVisible();
  await checkScreen(page, 'overview-of-all');
  await page.getByRole('button', { name: 'Charts' }).click();
  await overdue.click();
  await expect(page).toHaveURL(/\?attention=OVERDUE_ASSESSMENTS$/);
  await expect(page.getByRole('region', { name: 'Active', exact: true }).getByLabel(`${counted} in all`)).toBeVisible();
  await table.getByRole('rowheader').first().getByRole('link').click();
  // The page before has a link of the same name, so the test waits for the navigation.
  await expect(page.getByRole('navigation', { name: 'Organisation sections' })).toBeVisible();
  await page.getByRole('link', { name: /overdue assessments?/ }).click();
  await expect(page).toHaveURL(/tab=asmt&overdue=yes/);
  await expect(page.getByRole('table').getByText('overdue').first()).toBeVisible();
});

test('OVERVIEW-12 OVERVIEW-17 ATTENTION-11 an Organiser finds the bars of the lists and an Administrator the pending external users on /O, which passes axe', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'organiser@demo.example', '/O');
  await page.getByRole('button', { name: 'Charts' }).click();
  const assessors = page.getByRole('link', { name: /^Assessor \d+$/ });
  const number = /\d+$/.exec((await assessors.textContent()) ?? '')?.[0] ?? '';
  await checkScreen(page, 'overview');
  await assessors.click();
  await expect(page).toHaveURL(/\/U\?role=\d+$/);
  await expect(page.getByRole('region', { name: 'Active' }).getByLabel(`${number} in all`)).toBeVisible();
  // The Organiser has invited these users, so another user must accept them.
  await page.context().clearCookies();
  await signIn(page, 'admin@demo.example', '/O');
  await page.getByRole('link', { name: /pending external users?/ }).click();
  await expect(page.getByRole('heading', { name: 'External users' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'External users' })).toBeInViewport();
});

async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
}

test('OVERVIEW-14 /O on a phone shifts by at most 0.02 while it loads', async ({ page }) => {
  const shift = await measureShift(page);
  await answerAsWithMailServer(page);
  for (const user of ['organiser@demo.example', 'admin@demo.example']) {
    await signIn(page, user, '/O');
    await expect(page.getByRole('region', { name: 'Pending items' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Senior management' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Charts' })).toHaveAttribute('aria-expanded', 'false');
    expect(await shift(), user).toBeLessThanOrEqual(0.02);
    await page.context().clearCookies();
  }
});

test('LOOK-8 /T on a phone shifts by at most 0.02 while it loads', async ({ page }) => {
  const shift = await measureShift(page);
  await signIn(page, 'admin@demo.example', '/O');
  // Delays requests, like a slow connection.
  await page.route('**/graphql*', async (route) => {
    await setTimeout(400);
    await route.continue();
  });
  await page.goto('/T');
  await expect(
    page.getByRole('table', { name: 'Disabled organisations' }).getByRole('rowheader').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Charts' })).toHaveAttribute('aria-expanded', 'false');
  expect(await shift()).toBeLessThanOrEqual(0.02);
});
