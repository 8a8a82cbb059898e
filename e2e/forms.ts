import { expect, type Locator, type Page } from '@playwright/test';

const picture = (colour: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="${colour}"/></svg>`,
  ),
});

/** Replaces the text of a field as a user does: a click, then keys. A dropdown selects its text itself, and its list stays open. */
export const typeInto = async (field: Locator, text: string) => {
  await field.click();
  if ((await field.getAttribute('role')) !== 'combobox') await field.press('ControlOrMeta+a');
  await field.page().keyboard.type(text);
};

/** Presses outside all fields, which closes an open list. */
const pressBeside = (page: Page) => page.locator('h1').first().click();

/** Whether an open list covers the middle of a button. A closing list may cover it for a moment. */
const isCoveredByList = (button: Locator) =>
  button.evaluate(async (element) => {
    const isCovered = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return !!above?.closest('[role=listbox], :has(> [role=listbox])');
    };
    for (const since = performance.now(); isCovered(); await new Promise(requestAnimationFrame))
      if (performance.now() - since > 500) return true;
    return false;
  });

/** Presses a button with the mouse, after closing a list that covers it. On a busy machine a list may open late and still cover the button. */
export const press = async (button: Locator) => {
  const closeList = async () => {
    await button.scrollIntoViewIfNeeded();
    if (await isCoveredByList(button)) await pressBeside(button.page());
  };
  await closeList();
  await button.click({ timeout: 5_000 }).catch(async () => {
    await closeList();
    await button.click();
  });
};

/** Types into a dropdown and chooses the option. */
export const chooseOption = async (page: Page, label: string, option: string) => {
  await typeInto(page.getByRole('combobox', { name: label }).first(), option);
  await page.getByRole('option', { name: option, exact: true }).click();
};

const textInto = (page: Page) => (label: string, value: string) =>
  typeInto(page.getByRole('textbox', { name: label }), value);

/** Fills the first part of the form of an organisation. */
export const fillDetails = async (page: Page, name: string) => {
  const text = textInto(page);
  await text('Brand name', name);
  await text('Legal name', `${name} Ltd`);
  await chooseOption(page, 'Industry', 'Banking');
  await text('Email domains', 'new.example');
  await text('Website', 'https://www.new.example');
};

const fillPlace = async (page: Page) => {
  const text = textInto(page);
  await text('PIN', '400001');
  await text('City', 'Mumbai');
  await text('State', 'Maharashtra');
  await chooseOption(page, 'Country', 'India');
  await fillFiles(page);
};

/** Fills the form of an organisation with valid values. */
export const fillOrganisation = async (page: Page, name: string) => {
  await fillDetails(page, name);
  await fillPlace(page);
};

/** Chooses a picture for each file field of the page. */
export const fillFiles = async (page: Page) => {
  for (const input of await page.locator('input[type=file]').all()) await input.setInputFiles(picture('#228be6'));
};

/** Fills the fields of a user, except an email that cannot be changed. */
export const fillPerson = async (page: Page | Locator, [first, last, email]: [string, string, string]) => {
  await typeInto(page.getByRole('textbox', { name: 'First name' }), first);
  await typeInto(page.getByRole('textbox', { name: 'Last name' }), last);
  const emailField = page.getByRole('textbox', { name: 'Email', exact: true });
  if (await emailField.isEditable()) await typeInto(emailField, email);
  // The supervisor is a dropdown if the organisation has users.
  const supervisor = page
    .getByRole('textbox', { name: 'Supervisor' })
    .or(page.getByRole('combobox', { name: 'Supervisor' }));
  await typeInto(supervisor, 'boss@new.example');
  await pressBeside(supervisor.page());
};

/** Fills and submits both parts of the form that onboards an organisation. */
export const onboard = async (page: Page, name: string, organiser: [string, string, string]) => {
  await fillDetails(page, name);
  await fillPerson(page, organiser);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Department', 'InfoSec');
  await page.getByRole('button', { name: 'Next' }).click();
  await fillPlace(page);
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('Submission Successful').first()).toBeVisible();
};
