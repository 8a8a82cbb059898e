import { expect, type Page } from '@playwright/test';
import { passwordLink, setFirstPassword } from './first-password.ts';
import { chooseOption, press, typeInto } from './forms.ts';
import { checkScreen, demoPassword, goWithin, openQuestion, signIn, test } from './journey.ts';
import { recordOperations } from './traffic.ts';

const fillUser = async (page: Page, email: string, name = 'Ada') => {
  await typeInto(page.getByLabel('First name'), name);
  await typeInto(page.getByLabel('Last name'), 'Lovelace');
  await typeInto(page.getByRole('textbox', { name: 'Email', exact: true }), email);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Role', 'Auditee');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
};

/** The number of active users in the header, which loads with the list. */
const activeCount = async (page: Page) => {
  const fact = page
    .getByText(/^Active Users/)
    .first()
    .locator('..');
  await expect(fact).toHaveText(/\d/);
  return Number((await fact.textContent())?.replace(/[^\d]/g, ''));
};

const csv = (rows: string[]) =>
  ['firstname,lastname,email,country_code,mobile,designation,role,dept_lead,supervisor,department_name', ...rows].join(
    '\n',
  );

test('UI-20 UI-25 USER-21 USER-22 USER-24 USER-30 USER-31 USER-37 a created user is listed first, is counted, and signs in with the mailed link', async ({
  page,
  browser,
  system,
}) => {
  const email = 'ada.created@demo.example';
  await signIn(page, 'organiser@demo.example', '/U');
  const before = await activeCount(page);
  await page.getByRole('link', { name: 'Create New User' }).click();
  await expect(page).toHaveURL(/\/U\/new$/);
  await page.getByRole('combobox', { name: 'Country code' }).fill('india');
  await expect(page.getByRole('option').first()).toHaveText('India (+91)');
  await checkScreen(page, 'user-new-list');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('required', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue('InfoSec');
  await fillUser(page, 'organiser@demo.example');
  await press(page.getByRole('button', { name: 'Create user' }));
  await expect(page.getByText(/is taken/).first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await typeInto(page.getByRole('textbox', { name: 'Email', exact: true }), email);
  await press(page.getByRole('button', { name: 'Create user' }));
  await expect(page.getByText('Create User', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/U$/);
  await expect(page.getByRole('table').first().getByRole('row').nth(1)).toContainText(email);
  await expect.poll(() => activeCount(page)).toBe(before + 1);

  const newcomer = await browser.newPage({ baseURL: system.url });
  await setFirstPassword(newcomer, await passwordLink(system, email), email);
  await expect(newcomer).toHaveURL(/\/O$/);
  await newcomer.close();
});

test('USER-10 USER-11 USER-12 USER-13 USER-8 GQL-6 a user is deactivated and activated without a reload or a list request', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/U');
  const active = page.getByRole('table').first();
  const row = active
    .getByRole('row')
    .filter({ hasText: /Auditee/ })
    .filter({ hasNotText: 'auditee@' })
    .first();
  const email =
    (await row
      .getByText(/@demo\.example/)
      .first()
      .textContent()) ?? '';
  const before = await activeCount(page);
  const operations = recordOperations(page);
  await row.getByRole('button', { name: /deactivate/i }).click();
  const dialog = await openQuestion(page);
  // The user's responsibilities load later and move the buttons.
  const nothing = dialog.getByText(/There is nothing to hand over from/);
  await expect(nothing.or(dialog.getByRole('list', { name: /^Responsibilities of/ }))).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await checkScreen(page, 'user-deactivate');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('Wrong#2026');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('dialog', { name: 'Invalid Credentails' })).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password', exact: true }).fill(demoPassword);
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('User Deactivated Successfully')).toBeVisible();
  await expect(active.getByText(email)).toHaveCount(0);
  await expect.poll(() => activeCount(page)).toBe(before - 1);
  const inactive = page.getByRole('table', { name: 'Inactive users' });
  const moved = inactive.getByRole('row').nth(1);
  await expect(moved).toContainText(email);
  // The dialog reads the responsibilities, the confirmation methods, the invitations and whether emails are sent.
  const around = /activate|DeactivationImpact|Invitation|RecentBulkJob|Confirmation|UnsentEmails/i;
  expect(operations.filter((name) => !around.test(name))).toEqual([]);
  await moved.getByRole('button', { name: /activate/i }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('User Activated Successfully')).toBeVisible();
  await expect(active.getByText(email)).toHaveCount(1);
  await expect.poll(() => activeCount(page)).toBe(before);
  expect(operations.filter((name) => !around.test(name))).toEqual([]);
});

test('BULK-1 BULK-2 BULK-3 BULK-4 BULK-6 BULK-7 a file is previewed, reduced to its valid rows, and uploaded', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U');
  await page.getByRole('link', { name: 'Upload Users' }).click();
  await expect(page).toHaveURL(/\/U\/upload$/);
  const pick = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose File' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await pick('people.txt', 'x');
  await expect(page.getByText(/\.csv/).first()).toBeVisible();
  await pick(
    'people.csv',
    csv([
      'Grace,Hopper,grace.bulk@demo.example,+44,,Engineer,Auditee,no,organiser@demo.example,InfoSec',
      'Bad,Row,nowhere,+44,,Engineer,Administrator,no,organiser@demo.example,InfoSec',
    ]),
  );
  await expect(page.getByText('people.csv')).toBeVisible();
  await expect(page.getByText('must be an email address').first()).toBeVisible();
  await expect(page.getByText('is above your own').first()).toBeVisible();
  await page.getByRole('button', { name: 'Upload 1 valid row' }).click();
  await expect(page.getByText('File Uploaded successfully!')).toBeVisible();
  await goWithin(page, '/U');
  await page.getByRole('searchbox').fill('grace.bulk@demo.example');
  await expect(page.getByRole('table').first()).toContainText('grace.bulk@demo.example');
});
