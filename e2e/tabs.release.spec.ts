import { expect } from '@playwright/test';
import { checkScreen, goWithin, signIn, test } from './journey.ts';

test('UI-20 ASMT-2 MODEL-1 CONF-1 every tab passes axe at both widths, light and dark', async ({ page }) => {
  test.slow();
  await signIn(page, 'architect@demo.example');
  for (const [key, name] of [
    ['model', 'tab-models'],
    ['config', 'tab-config'],
    ['asmt', 'tab-assessments'],
  ] as const) {
    await goWithin(page, `/O/1?tab=${key}`);
    await expect(page.getByRole('table').or(page.getByText('One-time passcode')).first()).toBeVisible();
    await checkScreen(page, name);
  }
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('Evaluation');
  await checkScreen(page, 'assessment-details');
});
