import { expect, type Page } from '@playwright/test';
import { newPassword, passwordLink, typeTwice } from './first-password.ts';
import { chooseOption, fillOrganisation, fillPerson, press, typeInto } from './forms.ts';
import { enterCredentials, signIn, test } from './journey.ts';
import { unusedUser } from './rest.ts';
import { recordOperations } from './traffic.ts';

/** The text typed into each field, the field's name in the input, and the expected value. */
type Typed = readonly (readonly [label: string, text: string, name: string, sent: string])[];

const person: Typed = [
  ['First name', 'Grace', 'firstName', 'Grace'],
  ['Last name', 'Hopper', 'lastName', 'Hopper'],
  ['Mobile', '40 50', 'mobile', '40 50'],
  ['Country code', 'Japan (+81)', 'countryCode', '+81'],
  ['Designation', 'Compiler Lead', 'designation', 'Compiler Lead'],
  ['Role', 'Assessor', 'roleId', '4'],
  ['Supervisor', 'grace.boss@demo.example', 'supervisorEmail', 'grace.boss@demo.example'],
  ['Department', 'Legal', 'department', 'Legal'],
];
const without = (...labels: string[]) => person.filter(([label]) => !labels.includes(label));

const fieldOf = (page: Page, label: string) => {
  const name = new RegExp(`^${label}`);
  return page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).first();
};

/** Records the input of a mutation and rejects the mutation, so that the form stays. After `accept` the mutation passes. */
const refuse = async (page: Page, operation: string) => {
  const sent: Record<string, unknown>[] = [];
  let accepted = false;
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON() as {
      operationName: string;
      variables: { input: (typeof sent)[number] };
    };
    if (body.operationName !== operation) return route.fallback();
    sent.push(body.variables.input);
    const errors = [{ message: 'Request Failed', extensions: { code: 'INTERNAL', saved: 'NOTHING' } }];
    return accepted ? route.fallback() : route.fulfill({ json: { errors } });
  });
  return {
    sent,
    accept: () => {
      accepted = true;
    },
  };
};

/** Types into each field once as the last field, and presses the button with the mouse right after. */
const endWithEach = async (page: Page, button: string, sent: Record<string, unknown>[], fields: Typed, path = '') => {
  for (const [label, text, name, value] of fields) {
    const before = sent.length;
    await typeInto(fieldOf(page, label), text);
    await press(page.getByRole('button', { name: button }));
    await expect.poll(() => sent.length, `${label} is sent`).toBe(before + 1);
    const input = sent.at(-1) as Record<string, Record<string, unknown>>;
    expect(path ? input[path] : input, label).toMatchObject({ [name]: value });
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
  }
};

test('CASES-57 CASES-58 USER-22 USER-30 a new user: what was typed last, into any field, is sent by the mouse, and five Enters create one user', async ({
  page,
}) => {
  await signIn(page, 'organiser@demo.example', '/U/new');
  const { sent, accept } = await refuse(page, 'CreateUserForm_Create');
  await typeInto(fieldOf(page, 'First name'), 'Old');
  await typeInto(fieldOf(page, 'Last name'), 'Old');
  await typeInto(fieldOf(page, 'Email'), 'old@demo.example');
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Role', 'Auditee');
  await typeInto(fieldOf(page, 'Supervisor'), 'organiser@demo.example');
  await endWithEach(page, 'Create user', sent, [
    ['Email', 'grace.typed@demo.example', 'email', 'grace.typed@demo.example'],
    ...person,
  ]);
  accept();
  const before = sent.length;
  await fieldOf(page, 'Mobile').click();
  for (let presses = 0; presses < 5 && page.url().endsWith('/new'); presses += 1) await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/U$/);
  await expect(page.getByText(/is taken/)).toHaveCount(0);
  expect(sent).toHaveLength(before + 1);
  const row = page.getByRole('table').first().getByRole('row', { name: 'grace.typed@demo.example' });
  await expect(row).toContainText('Assessor');
});

test('CASES-57 CASES-58 WIZ-11 the wizard: each field is the last one before a press, Next and Back lose nothing, and a press is never lost', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/O/create');
  const website = page.getByRole('textbox', { name: 'Website' });
  await typeInto(website, 'acme');
  // The error of the website appears above the button that is pressed.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Logo: Choose File' }).click(),
  ]);
  expect(chooser.isMultiple()).toBe(false);
  await expect(website).toHaveAttribute('aria-invalid', 'true');
  await fillOrganisation(page, 'Typed');
  await typeInto(page.getByRole('textbox', { name: 'User limit' }), 'abc');
  await page.keyboard.press('Enter');
  await fillPerson(page, ['Old', 'Old', 'old@typed.example']);
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Department', 'InfoSec');
  // An Assessor cannot be an organiser.
  const fields = [['Email', 'grace@typed.example'], ...without('Role'), ['Role', 'Administrator']] as const;
  for (const [label, text] of fields) {
    await typeInto(fieldOf(page, label), text);
    await press(page.getByRole('button', { name: 'Next' }));
    await expect(page.getByRole('region', { name: /^Step 3/ })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(fieldOf(page, label)).toHaveValue(text);
  }
  // Back removes the typed text as well.
  await typeInto(fieldOf(page, 'Designation'), 'Admiral');
  await press(page.getByRole('button', { name: 'Back' }));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(fieldOf(page, 'Designation')).toHaveValue('Admiral');
  await typeInto(fieldOf(page, 'Role'), 'Organiser');
  await press(page.getByRole('button', { name: 'Back' }));
  await expect(page.getByRole('textbox', { name: 'User limit' })).toHaveValue('No Limit');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(fieldOf(page, 'Role')).toHaveValue('Organiser');
  await page.getByRole('button', { name: 'Next' }).click();
  await press(page.getByRole('button', { name: 'Create organisation' }));
  await fillPerson(page.getByRole('region', { name: /CEO/ }), ['Carla', 'Chief', 'carla@typed.example']);
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('Organisation Successfully created')).toBeVisible();
});

test('CASES-57 UI-20 by touch as well: the supervisor that was typed last is sent', async ({ browser, system }) => {
  const page = await browser.newPage({
    baseURL: system.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const { email } = await unusedUser(system);
  await signIn(page, 'admin@demo.example', `/U?search=${encodeURIComponent(email)}`);
  await page.getByRole('table').first().getByRole('link').first().tap();
  await page.getByRole('link', { name: 'Edit' }).tap();
  const { sent } = await refuse(page, 'EditUserForm_Update');
  for (const [label, text, name] of [
    ['Supervisor', 'touched@demo.example', 'supervisorEmail'],
    ['Designation', 'Toucher', 'designation'],
  ] as const) {
    await fieldOf(page, label).tap();
    await page.keyboard.type(text);
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect.poll(() => sent.at(-1)?.[name]).toBe(text);
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  }
  await page.close();
});

test('CASES-58 RESET-2 RESET-11 five Enters: one mail with a link, one new password, and the sign-in page', async ({
  page,
  system,
}) => {
  const { email } = await unusedUser(system);
  const sent = recordOperations(page);
  const pressEnters = async () => {
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Enter', { delay: 20 });
  };
  await page.goto('/forgot-password');
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await pressEnters();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(sent.filter((name) => name === 'ForgotPasswordPage_Request')).toHaveLength(1);
  await page.goto(await passwordLink(system, email));
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await typeTwice(page, newPassword);
  await pressEnters();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Password Changed Successfully')).toBeVisible();
  expect(sent.filter((name) => name === 'ResetPasswordForm_Reset')).toHaveLength(1);
  await enterCredentials(page, email, newPassword);
  await expect(page).toHaveURL(/\/O$/);
});
