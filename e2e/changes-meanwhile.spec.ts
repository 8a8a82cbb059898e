import { expect } from '@playwright/test';
import { typeInto } from './forms.ts';
import { endSessionsOf, expectForm, fillForm, idsOf, notices, send, signInAgain } from './half-filled.ts';
import { checkScreen, signIn, test } from './journey.ts';

test('START-49 START-46 START-47 the session is ended while a form is half filled: it is said, nothing is lost, and it is saved once', async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  const email = 'mei.session@demo.example';
  await signIn(page, 'assessor@demo.example', '/U/new');
  await fillForm(page, email);
  await endSessionsOf(system, 'assessor@demo.example');
  // A search in the background.
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'admin');
  await expect(notices(page)).toContainText('Your session was ended from another device');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
  await page.locator('h1').click();
  await expectForm(page, email);
  await send(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog).toContainText('Nothing was saved.');
  await checkScreen(page, 'signed-out-over-a-form');
  await signInAgain(page);
  await expect(dialog).toHaveCount(0);
  await expectForm(page, email);
  expect(await idsOf(system, email)).toEqual([]);
  await send(page);
  await expect(page).toHaveURL(/\/U$/);
  expect(await idsOf(system, email)).toHaveLength(1);
});
