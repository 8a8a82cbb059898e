import { expect, type Page } from '@playwright/test';
import { signIn, test } from './journey.ts';

// 1280 × 1024 pixels, magnified four times.
test.use({ viewport: { width: 320, height: 256 } });

/** The element with the focus after Tab; null after the last one. Fails if the element is not visible. */
const nextStop = async (page: Page) => {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    );
    const isSeen = points.some(([x, y]) => {
      const shown = document.elementFromPoint(x, y);
      return shown !== null && (focused.contains(shown) || (focused.closest('label')?.contains(shown) ?? false));
    });
    return { name: focused.outerHTML.slice(0, 200), isSeen };
  });
};

/** Tabs through the page from its top. */
const hiddenStops = async (page: Page) => {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.scrollIntoView();
    document.querySelector<HTMLElement>('main')?.focus();
  });
  const names: string[] = [];
  let count = 0;
  for (let stop = await nextStop(page); stop && count < 150; stop = await nextStop(page)) {
    count += 1;
    if (!stop.isSeen) names.push(stop.name);
  }
  expect(count).toBeGreaterThan(10);
  return names;
};

test('ACCESS-7 on a page magnified to 400 % no field, link or button with the focus is behind a bar: a form with errors', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U/new');
  // The notice about emails loads later than the form, and moves the button.
  await expect(page.getByText('Email is not set up, so no emails are sent.')).toBeAttached();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('navigation', { name: /fields need your attention/ })).toBeAttached();
  expect(await hiddenStops(page)).toEqual([]);
});

test('ACCESS-7 on a page magnified to 400 % no field, link or button with the focus is behind a bar: selected rows', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U?size=10');
  const box = page.getByRole('table', { name: 'Active users', exact: true }).getByRole('checkbox').nth(1);
  await box.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeAttached();
  expect(await hiddenStops(page)).toEqual([]);
});

test('ACCESS-8 on a phone the summary of invalid fields scrolls away with its form, and the buttons stay in sight without it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'organiser@demo.example', '/U/new');
  const button = page.getByRole('button', { name: 'Create user' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  const summary = page.getByRole('navigation', { name: /fields need your attention/ });
  await expect(summary).toBeAttached();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(summary).not.toBeInViewport();
});
