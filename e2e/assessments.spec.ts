import { expect } from '@playwright/test';
import { signIn, test } from './journey.ts';
import { demoOrganisation } from './rest.ts';
import { recordOperations } from './traffic.ts';

test('ASMT-5 ASMT-6 ASMT-7 ASMT-8 GQL-6 MSG-22 a status is changed without a list request, and a second user sees the current one', async ({
  page,
  browser,
  system,
}) => {
  const { id } = await demoOrganisation(system, 7);
  await signIn(page, 'admin@demo.example', `/O/${id}?tab=asmt`);
  const status = page.getByRole('combobox', { name: /^Status of/ }).first();
  const before = (await status.textContent()) ?? '';
  const [one, other] = ['On Hold', 'Under Review', 'In Progress'].filter((value) => value !== before) as [
    string,
    string,
  ];

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, 'architect@demo.example', `/O/${id}?tab=asmt`);
  const same = theirs.getByRole('combobox', { name: (await status.getAttribute('aria-label')) ?? '', exact: true });
  await expect(same).toHaveText(before);

  const operations = recordOperations(page);
  await status.click();
  await page.getByRole('listbox').getByRole('option', { name: one, exact: true }).click();
  await expect(page.getByText('Assessment Status Updated')).toBeVisible();
  await expect(status).toHaveText(one);
  // The page also sends the operations of the parts around its list, which load later.
  expect(operations.filter((name) => /Assessment/.test(name))).toEqual(['AssessmentStatusSelect_Change']);

  await same.click();
  await theirs.getByRole('listbox').getByRole('option', { name: other, exact: true }).click();
  await expect(same).toHaveText(one);
  await context.close();
});
