import { expect } from '@playwright/test';
import { signIn, test } from './journey.ts';

test('UI-20 on a touch screen everything but the rows of a table is at least 44 px high', async ({
  browser,
  system,
}) => {
  const page = await browser.newPage({
    baseURL: system.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/login');
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, [role="button"]')]
        .filter((element) => !element.closest('table') && element.checkVisibility())
        .filter((element) => !element.closest('.mantine-Input-section'))
        // A password field is in a frame with its button.
        .map((element) => element.closest('.mantine-Input-input') ?? element)
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  await expect.poll(() => small()).toEqual([]);
  await signIn(page, 'organiser@demo.example', '/U');
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect.poll(() => small()).toEqual([]);
  await page.close();
});
