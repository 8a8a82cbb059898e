import { expect, type Page } from '@playwright/test';
import { chooseOption, press, typeInto } from './forms.ts';
import { demoPassword, enterCredentials, signIn, test } from './journey.ts';
import { expectTranslated, translatePages } from './translation.ts';

/** Under a translation the navigation, a list and a form fail first, so each step waits until all texts are translated. */
const follow = async (page: Page, item: string, heading: string) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item, exact: true }).click();
  await expect(page.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeVisible();
  await expectTranslated(page);
};

const users = (page: Page) => page.getByRole('table', { name: 'Active users', exact: true });
const selected = (page: Page) => page.getByRole('region', { name: 'Selected rows' });

const activeCount = async (page: Page) =>
  Number((await page.getByText(/^Active Users: [\d,]+$/).textContent())?.replaceAll(/\D/g, ''));

test('ACCESS-1 ACCESS-2 ACCESS-3 on translated pages an Organiser signs in, finds, creates, selects and deactivates users, and reads their right number', async ({
  page,
}) => {
  test.slow();
  await translatePages(page);
  await page.goto('/login');
  await expectTranslated(page);
  await enterCredentials(page, 'organiser@demo.example');
  await expect(page).toHaveURL(/\/O$/);
  await expectTranslated(page);
  await follow(page, 'User', 'Users');
  const before = await activeCount(page);
  await expect(users(page).getByRole('columnheader').locator('font').first()).toBeAttached();
  await expect(users(page).getByRole('rowheader').getByRole('link').locator('font')).toHaveCount(0);

  await page.getByRole('link', { name: 'Create New User' }).click();
  await expectTranslated(page);
  await press(page.getByRole('button', { name: 'Create user' }));
  await expect(page.getByText('required', { exact: true }).first()).toBeVisible();
  await expectTranslated(page);
  await typeInto(page.getByLabel('First name'), 'Trans');
  await typeInto(page.getByLabel('Last name'), 'Lated');
  await typeInto(page.getByRole('textbox', { name: 'Email', exact: true }), 'trans.lated@demo.example');
  await chooseOption(page, 'Designation', 'Manager');
  await chooseOption(page, 'Role', 'Auditee');
  await typeInto(page.getByRole('combobox', { name: 'Supervisor' }), 'organiser@demo.example');
  await press(page.getByRole('button', { name: 'Create user' }));
  await expect(page).toHaveURL(/\/U$/);
  await expect(users(page).getByRole('row').nth(1)).toContainText('trans.lated@demo.example');
  await expectTranslated(page);
  await expect.poll(() => activeCount(page)).toBe(before + 1);

  await page.getByRole('searchbox').fill('trans.lated');
  await expect(users(page).getByRole('row')).toHaveCount(2);
  await expectTranslated(page);
  await page.getByRole('searchbox').fill('');
  await expect(users(page).getByRole('row').nth(3)).toBeVisible();
  await expectTranslated(page);
  const boxes = users(page).getByRole('row').getByRole('checkbox');
  await boxes.nth(2).click();
  for (const number of [2, 3]) {
    await expectTranslated(page);
    await boxes.nth(number + 1).click();
    await expect(selected(page).getByText(`${number} users selected`, { exact: true })).toBeVisible();
  }
  await selected(page).getByRole('button', { name: 'Clear' }).click();
  await expect(selected(page)).toHaveCount(0);
  await boxes.nth(1).click();
  await expectTranslated(page);
  await selected(page).getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toHaveAccessibleName('Deactivate 1 user?');
  await question.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('This is not your password. Nothing was changed.')).toBeVisible();
  await expectTranslated(page);
  await question.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('heading', { name: '1 deactivated' })).toBeVisible();
  await expect.poll(() => activeCount(page)).toBe(before);
});

test('ACCESS-1 on translated pages an Administrator goes through organisations, edits settings and a profile, and uses the palette and the menus', async ({
  page,
}) => {
  test.slow();
  await translatePages(page);
  await signIn(page, 'admin@demo.example', '/T');
  await expectTranslated(page);
  await follow(page, 'User', 'Users');
  await follow(page, 'SSO', 'Sign-in');
  await follow(page, 'Setting', 'Organisations');
  await page.getByRole('table').first().getByRole('link').first().click();
  const tabs = page.getByRole('navigation', { name: 'Organisation sections' });
  for (const name of ['Assessment', 'Activity', 'Configuration']) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectTranslated(page);
  }
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  await expect(page.getByRole('combobox', { name: 'Notification frequency' })).toBeVisible();
  await expectTranslated(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toBeVisible();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  // The tab before has a button of the same name.
  await expect(page.getByRole('heading', { name: 'Profile', exact: true, level: 1 })).toBeVisible();
  await edit.click();
  await expectTranslated(page);
  await typeInto(page.getByRole('textbox', { name: 'First name' }), 'Translated');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Translated');
  await expectTranslated(page);

  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  for (const text of ['sign', 'nordlicht', 'activity']) {
    await palette.getByRole('combobox').fill(text);
    await expect(palette.getByRole('option').first()).toBeVisible();
    await expectTranslated(page);
  }
  await page.keyboard.press('Escape');
  await follow(page, 'User', 'Users');
});
