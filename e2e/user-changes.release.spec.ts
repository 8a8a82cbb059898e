import { expect } from '@playwright/test';
import { press, typeInto } from './forms.ts';
import { checkScreen, demoPassword, goTo, signIn, test } from './journey.ts';
import { createSession, rest } from './rest.ts';
import { recordResponses } from './traffic.ts';

test('USER-14 DESIGN-8 HANDOVER-10 a responder is refused with their duties; a supervisor hands over with the deactivation', async ({
  page,
  system,
}) => {
  const { key } = await createSession(system, 'organiser@demo.example');
  const person = { designation: 'Analyst', department_name: 'Legal', role_id: 4 };
  for (const [firstname, supervisor] of [
    ['Lea', 'organiser@demo.example'],
    ['Mia', 'lea.leaves@demo.example'],
  ] as const) {
    const email = `${firstname.toLowerCase()}.leaves@demo.example`;
    const ent_usr = { ...person, firstname, lastname: 'Leaves', email, supervisor };
    expect((await rest(system, '/consoles/create_org_user', { key, body: { ent_usr } })).status).toBe(200);
  }
  await signIn(page, 'admin@demo.example', '/U?responder=yes');
  await page
    .getByRole('button', { name: /^Deactivate / })
    .first()
    .click();
  const refusal = page.getByRole('dialog', { name: 'Action not permitted!' });
  await expect(refusal.getByText(/^Responder in /).first()).toBeVisible();
  await checkScreen(page, 'user-refused');
  await page.keyboard.press('Enter');
  await expect(refusal).toHaveCount(0);

  await page.goto('/U?search=lea.leaves');
  const deactivate = page.getByRole('button', { name: 'Deactivate Lea Leaves' });
  await deactivate.press('Enter');
  const question = page.getByRole('dialog', { name: 'Deactivate Lea Leaves?' });
  await expect(question.getByText('Supervisor of 1 user')).toBeVisible();
  await checkScreen(page, 'user-duties');
  await expect(question.getByRole('link', { name: 'Mia Leaves' })).toBeVisible();
  const newUser = question.getByRole('combobox', { name: /^Hand over to/ });
  await newUser.fill('Olivia');
  await page.getByRole('option', { name: /^Olivia Okafor/ }).click();
  await question.getByRole('textbox', { name: 'Password', exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('User Deactivated Successfully')).toBeVisible();
  await expect(page.getByText('1 of 1 supervised user moved')).toBeVisible();
});

test('USER-35 USER-36 USER-29 an edited user is updated everywhere, and the email does not change', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/U');
  await page.getByRole('table').first().getByRole('link').nth(3).click();
  await expect(page).toHaveURL(/\/U\/\d+\/view/);
  await checkScreen(page, 'user');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/U\/\d+\/edit/);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveAttribute('readonly', '');
  await checkScreen(page, 'user-edit');
  await typeInto(page.getByLabel('First name'), 'Wilhelmina');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Update User')).toBeVisible();
  await expect(page).toHaveURL(/\/U\/\d+\/view/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wilhelmina');
});

test('NAV-9 an Auditee sees page-not-found at every address of the users, and no data is sent', async ({ page }) => {
  const readResponses = recordResponses(page);
  await signIn(page, 'auditee@demo.example', '/U');
  await expect(page).toHaveURL(/\/page-not-found$/);
  for (const path of ['/U/new', '/U/upload', '/U/1/edit']) {
    await goTo(page, path);
    await expect(page).toHaveURL(/\/page-not-found$/);
  }
  const answers = await readResponses();
  expect(answers).not.toMatch(/"nodes":\[\{/);
  expect(new Set(answers.match(/[\w.]+@demo\.example/g))).toEqual(new Set(['auditee@demo.example']));
});
