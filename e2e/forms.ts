import { expect, type Locator, type Page } from '@playwright/test';

const picture = (colour: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="${colour}"/></svg>`,
  ),
});

/** Types into a dropdown and chooses the option. */
export const chooseOption = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).first().fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Fills the form of an organisation with valid values. */
export const fillOrganisation = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: 'Brand name' }).fill(name);
  await page.getByRole('textbox', { name: 'Legal name' }).fill(`${name} Ltd`);
  await chooseOption(page, 'Industry', 'Banking');
  await page.getByRole('textbox', { name: 'Email domains' }).fill('new.example');
  await page.getByRole('textbox', { name: 'Website' }).fill('https://www.new.example');
  await page.getByRole('textbox', { name: 'PIN' }).fill('400001');
  await page.getByRole('textbox', { name: 'City' }).fill('Mumbai');
  await page.getByRole('textbox', { name: 'State' }).fill('Maharashtra');
  await chooseOption(page, 'Country', 'India');
  await fillFiles(page);
};

/** Chooses a picture for each file field of the page. */
export const fillFiles = async (page: Page) => {
  for (const input of await page.locator('input[type=file]').all()) await input.setInputFiles(picture('#228be6'));
};

/** Fills the fields of a user, except an email that cannot be changed. */
export const fillPerson = async (page: Page | Locator, [first, last, email]: [string, string, string]) => {
  await page.getByRole('textbox', { name: 'First name' }).fill(first);
  await page.getByRole('textbox', { name: 'Last name' }).fill(last);
  const emailField = page.getByRole('textbox', { name: 'Email', exact: true });
  if (await emailField.isEditable()) await emailField.fill(email);
  // A dropdown if the organisation has users.
  const supervisor = page
    .getByRole('textbox', { name: 'Supervisor' })
    .or(page.getByRole('combobox', { name: 'Supervisor' }));
  await supervisor.fill('boss@new.example');
  await supervisor.blur();
};

/** Fills and submits the form that onboards an organisation. */
export const onboard = async (page: Page, name: string, organiser: [string, string, string]) => {
  await fillOrganisation(page, name);
  await fillPerson(page, organiser);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Department', 'InfoSec');
  await page.getByRole('button', { name: /submit/i }).click();
  await expect(page.getByText('Submission Successful').first()).toBeVisible();
};
