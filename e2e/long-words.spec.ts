import { expect } from '@playwright/test';
import { goWithin, test } from './journey.ts';
import { expectFits, signInWithLongNames } from './long-names.ts';

test('UI-27 a word of 100 letters makes no page of an organisation or user and no list wider than 320 px', async ({
  page,
  system,
}) => {
  const { user } = await signInWithLongNames(page, system);
  for (const path of ['/O', '/U', `/U/${user}/view`, '/T', '/profile']) {
    await goWithin(page, path);
    await page.locator('h1').first().waitFor();
    await expect(page.getByText('Please Wait...')).toHaveCount(0);
    await expectFits(page, path, [320]);
  }
});
