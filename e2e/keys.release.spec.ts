import { expect } from '@playwright/test';
import { checkScreen, demoPassword, openQuestion, signIn, test } from './journey.ts';
import { ask, codesOf, readNewKey } from './keys.ts';

test('DESIGN-8 REQLOG-10 a key is rotated with the keyboard alone; its screens fit both widths and colour schemes', async ({
  page,
  system,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'organiser@demo.example', '/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create API key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly user sync');
  await page.getByRole('checkbox', { name: 'Change users' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Password *').fill(demoPassword);
  await checkScreen(page, 'api-key-new');
  await page.getByRole('button', { name: 'Create', exact: true }).focus();
  await page.keyboard.press('Enter');
  const old = await readNewKey(page);
  await checkScreen(page, 'api-key-shown-once');
  await page.getByRole('button', { name: 'I have stored it' }).focus();
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Rotate Nightly user sync' }).focus();
  await page.keyboard.press('Enter');
  const question = await openQuestion(page);
  await question.getByLabel('Password *').fill(demoPassword);
  await question.getByRole('button', { name: 'Rotate' }).press('Enter');
  const fresh = await readNewKey(page);
  expect(fresh).not.toBe(old);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByRole('row', { name: /Nightly user sync/ })).toHaveCount(2);
  for (const key of [old, fresh]) expect(codesOf(await ask(system.url, key, '{ viewer { user { id } } }'))).toEqual([]);
  await checkScreen(page, 'api-keys');

  await page.goto('/O');
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page).toHaveURL(/\/O\/keys$/);
  await expect(page.getByRole('row', { name: /Nightly user sync/ })).toHaveCount(2);
  await checkScreen(page, 'organisation-api-keys');

  await page.getByRole('button', { name: 'Requests of Nightly user sync' }).first().focus();
  await page.keyboard.press('Enter');
  const log = page.getByRole('dialog', { name: 'Requests of Nightly user sync' });
  // Gateways report once a second.
  await expect(async () => {
    await log.getByRole('button', { name: 'Refresh' }).click();
    await expect(log.getByRole('row', { name: /Succeeded/ })).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await checkScreen(page, 'api-key-requests');
  await page.getByRole('checkbox', { name: 'Failures only' }).click();
  await expect(log.getByText('Nothing matches these filters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(log).toBeHidden();
});

test('ORGKEY-13 a program uses a key of the organisation; its screens fit both widths and colour schemes', async ({
  page,
  system,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'organiser@demo.example', '/O/keys');
  await page.getByRole('button', { name: 'Create organisation API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create organisation API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reporting');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Organiser' }).click();
  await dialog.getByLabel('Password *').fill(demoPassword);
  await checkScreen(page, 'organisation-key-new');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByRole('row', { name: /Reporting/ })).toBeVisible();
  await checkScreen(page, 'organisation-keys');
  expect(codesOf(await ask(system.url, key, '{ viewer { user { id } } }'))).toEqual(['FORBIDDEN']);
  const { data } = await ask(system.url, key, '{ auditEvents(first: 50) { nodes { action } } }');
  expect(data.auditEvents.nodes).toContainEqual({ action: 'KEYS_CREATE' });
});
