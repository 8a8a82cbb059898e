import { expect, type Page, type Route } from '@playwright/test';
import { endSessionsOf } from './half-filled.ts';
import { expectFocusSeen, keyboard, tabTo } from './hands.ts';
import { demoPassword, goWithin, signIn, test } from './journey.ts';

/** Responds to the next requests of an operation in place of the gateway, until the returned function is called. */
async function respondInstead(page: Page, operation: string, answer: (route: Route) => Promise<void>) {
  const handler = (route: Route) =>
    (route.request().postData() ?? '').includes(operation) ? answer(route) : route.fallback();
  await page.route('**/graphql', handler);
  return () => page.unroute('**/graphql', handler);
}

const refuse = (code: string) => (route: Route) =>
  route.fulfill({ json: { data: null, errors: [{ message: 'Changed meanwhile', extensions: { code } }] } });

test('FOCUS-1 FOCUS-6 saves that fail, exports, the template, a corrected cell and signing in again keep the focus where the user continues', async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn(page, 'organiser@demo.example', '/U');
  const exporting = page.getByRole('button', { name: 'Export active users' });
  await keyboard.press(exporting);
  const saved = page.waitForEvent('download');
  await keyboard.press(page.getByRole('menuitem', { name: 'CSV with commas' }));
  await saved;
  await expect(exporting).toBeFocused();

  await keyboard.press(page.getByRole('table').first().getByRole('link').first());
  await expect(page).toHaveURL(/\/U\/\d+\/view$/);
  await keyboard.press(page.getByRole('main').getByRole('link', { name: 'Edit' }));
  await tabTo(page.getByRole('textbox', { name: 'Mobile' }));
  await page.keyboard.type('98765 43210');
  const save = page.getByRole('button', { name: 'Save' });
  let restore = await respondInstead(page, 'EditUserForm_Update', (route) => route.abort());
  await tabTo(save);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(save).toBeFocused();
  await restore();
  restore = await respondInstead(page, 'EditUserForm_Update', refuse('CONFLICT'));
  await page.keyboard.press('Enter');
  const load = page.getByRole('button', { name: 'Load their changes' });
  await expect(load).toBeFocused();
  await expect(load).toBeInViewport({ ratio: 1 });
  await expectFocusSeen(page);
  await restore();
  await keyboard.press(page.getByRole('button', { name: 'Cancel' }));
  await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'Leave' }));
  await expect(page).toHaveURL(/\/U\/\d+\/view$/);
  await expectFocusSeen(page);

  await goWithin(page, '/U/upload');
  const template = page.getByRole('button', { name: 'Download template' });
  const downloaded = page.waitForEvent('download');
  await keyboard.press(template);
  await downloaded;
  await expect(template).toBeFocused();
  const csv =
    'firstname,lastname,email,designation,role,supervisor,department_name\nAda,Lovelace,nowhere,Engineer,Auditee,organiser@demo.example,InfoSec\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const cell = page.getByRole('textbox', { name: 'email of row 2' });
  await tabTo(cell);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ada.focus@demo.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Upload 1 user' })).toBeVisible();
  await expectFocusSeen(page);

  await goWithin(page, '/U/new');
  await tabTo(page.getByRole('textbox', { name: 'First name' }));
  await page.keyboard.type('Mei');
  await endSessionsOf(system, 'organiser@demo.example');
  await keyboard.press(page.getByRole('combobox', { name: 'Supervisor' }));
  await page.keyboard.type('admin');
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('Your session was ended');
  await page.keyboard.press('Escape');
  await keyboard.press(page.getByRole('button', { name: 'Sign in', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expectFocusSeen(page);
});
