import { expect, type Page } from '@playwright/test';
import { checkScreen, goWithin, signIn, test } from './journey.ts';
import { demoOrganisation } from './rest.ts';
import { recordResponses } from './traffic.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Organisation sections' }).getByRole('link', { name });

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

test('ORG-12 MODEL-1 ASMT-1 ASMT-2 ASMT-3 MSG-30 OPEN-34 reload and Back keep the tab of an organisation', async ({
  page,
}) => {
  await signIn(page, 'architect@demo.example', '/O/1?from=T');
  await tab(page, 'Model').click();
  for (const name of ['Allocated Model', 'Allocated Date'])
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  await tab(page, 'Assessment').click();
  await expect(page).toHaveURL(/tab=asmt/);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Assessments' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('Evaluation');
  await expect(page.getByText('Invalid Date')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await tab(page, 'SSO').click();
  await expect(page).toHaveURL(/tab=sso/);
  await tab(page, 'Configuration').click();
  await expect(page).toHaveURL(/tab=config/);
  await page.goBack();
  await expect(page).toHaveURL(/tab=sso/);
  await goWithin(page, '/O/1?tab=nonsense');
  await expect(tab(page, 'Information')).toHaveAttribute('aria-current', 'page');
});

test('SSO-1 SSO-3 SSO-4 SSO-5 SSO-6 SSO-8 GQL-12 MSG-24 the secret is saved, kept and never returned', async ({
  page,
  system,
}) => {
  const secret = 'a-very-secret-value-of-adfs';
  const readResponses = recordResponses(page);
  await signIn(page, 'organiser@demo.example', '/S');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const client = page.getByRole('textbox', { name: 'Client ID' });
  await expect(edit.or(client)).toBeVisible();
  if (await edit.isVisible()) {
    await checkScreen(page, 'sso');
    await edit.click();
  }
  await client.fill('console-client');
  await page.getByRole('textbox', { name: 'Tenant ID' }).fill('tenant-1');
  const replace = page.getByRole('button', { name: 'Replace secret' });
  if (await replace.isVisible()) await replace.click();
  await page.getByRole('textbox', { name: 'Client secret' }).fill(secret);
  await checkScreen(page, 'sso-edit');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('SSO Updated')).toBeVisible();
  await expect(page.getByText('console-client')).toBeVisible();
  await edit.click();
  await expect(page.getByRole('textbox', { name: 'Client secret' })).toHaveCount(0);
  await client.fill('console-client-2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('console-client-2')).toBeVisible();
  await page.reload();
  await expect(page.getByText('console-client-2')).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  expect(await readResponses()).not.toContain(secret);
  expect(system.output()).not.toContain(secret);
});

test('CONF-1 CONF-3 CONF-4 CONF-5 MSG-16 MSG-25 a limit below the active users is not saved, another one is shown in the user list', async ({
  page,
  system,
}) => {
  const { id } = await demoOrganisation(system, 8);
  await signIn(page, 'admin@demo.example', `/O/${id}?tab=config`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const noLimit = page.getByRole('switch', { name: 'No Limit' });
  if (await noLimit.isChecked()) await noLimit.click({ force: true });
  const limit = page.getByRole('textbox', { name: 'User limit' });
  await limit.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  await checkScreen(page, 'config-edit');
  await limit.fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Update User Limit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await limit.fill('98765');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organisation Configuration')).toBeVisible();
  await tab(page, 'User').click();
  await expect(page.getByText('User Limit: 98765', { exact: true })).toBeVisible();
});
