import { expect, type Page } from '@playwright/test';
import { setFirstPassword } from './first-password.ts';
import { chooseOption, fillOrganisation, fillPerson, onboard } from './forms.ts';
import { checkScreen, goTo, test } from './journey.ts';
import { removeSystem, startSystem } from './system.ts';

const email = 'una@unsent.example';
const header = 'firstname,lastname,email,designation,role,supervisor,department_name';
const rowOf = (name: string) => `${name},Upload,${name.toLowerCase()}@new.example,Analyst,Auditee,${email},Legal`;

const createOrganisation = async (page: Page) => {
  await goTo(page, '/O/create');
  await fillOrganisation(page, 'Customer');
  await page.getByRole('button', { name: 'Next' }).click();
  await fillPerson(page, ['Olga', 'Organiser', 'olga@new.example']);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Department', 'InfoSec');
  await page.getByRole('button', { name: 'Next' }).click();
  const ceo = page.getByRole('region', { name: /Chief Executive Officer/ });
  await fillPerson(ceo, ['Carl', 'Chief', 'carl@new.example']);
  await page.getByRole('button', { name: 'Create organisation' }).click();
};

test('START-63 without a mail server the wizard, an external user and an upload say that invitations were not sent', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  // A host that other machines reach has no outbox.
  const system = await startSystem({ DEMO: 'off', FIRST_ADMIN_EMAIL: email, HOST: '0.0.0.0' });
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await setFirstPassword(page, / {2}Set the password at {2}(\S+)/.exec(system.output())?.[1] ?? '', email);
  await onboard(page, 'Acme', ['Una', 'Admin', email]);
  await expect(page).toHaveURL(/\/O$/);

  await createOrganisation(page);
  const people = page.getByRole('dialog', { name: 'The invitations were not sent' });
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await checkScreen(page, 'unsent-invitations');
  await people.getByRole('button', { name: 'Copy link for olga@new.example' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/reset_password_token=/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const one = page.getByRole('dialog', { name: 'The invitation was not sent' });
  await expect(one.getByText(/carl@new\.example/)).toBeVisible();
  await one.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/T$/);

  await goTo(page, '/U/invite');
  await page.getByRole('textbox', { name: 'Email' }).fill('erin@elsewhere.example');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(one.getByText(/erin@elsewhere\.example/)).toBeVisible();
  await expect(one.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  await one.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/U$/);

  await goTo(page, '/U/upload');
  const buffer = Buffer.from([header, rowOf('Ina'), rowOf('Ira')].join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload 2 users' }).click();
  await expect(page.getByText('2 invitations were not sent', { exact: true })).toBeVisible();
  await checkScreen(page, 'unsent-upload');
  await page.getByRole('link', { name: 'copy their links from the list of invitations' }).click();
  await expect(page).toHaveURL(/\/U$/);
  await expect(page.getByRole('button', { name: 'Actions for ina@new.example' })).toBeVisible();
  await context.close();
  await removeSystem(system);
});
