import { expect, type Locator, type Page } from '@playwright/test';
import { expectFocusSeen, keyboard, tabTo } from './hands.ts';
import { demoPassword, goWithin, openQuestion, signIn, test } from './journey.ts';
import { createSession, rest } from './rest.ts';

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Enters the user's own password in the dialog and confirms. */
const confirmWithPassword = async (page: Page, verb: string) => {
  const dialog = await openQuestion(page);
  await tabTo(dialog.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(demoPassword);
  await tabTo(dialog.getByRole('button', { name: verb, exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
};

test('START-50 START-51 START-52 with the keyboard alone one signs in, opens each tab of an organisation and edits its configuration', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type('admin@demo.example');
  await tabTo(page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/O$/);
  await expect(page.getByRole('main')).toBeFocused();
  await expectFocusSeen(page);
  await goWithin(page, '/T');
  await keyboard.press(page.getByRole('table').first().getByRole('link').first());
  await expect(page).toHaveURL(/\/O\/\d+/);
  await expect(page.getByRole('main')).toBeFocused();

  const tabs = page.getByRole('navigation', { name: 'Organisation sections' }).getByRole('link');
  await expect(tabs).toHaveCount(8);
  const names = await tabs.allTextContents();
  await tabTo(tabs.first());
  for (const name of [...names.slice(1), 'Configuration']) {
    const tab = tabs.filter({ hasText: name });
    while (!(await hasFocus(tab))) {
      await page.keyboard.press('ArrowRight');
      await expectFocusSeen(page);
    }
    await page.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-current', 'page');
    // Content that loads later does not take the focus away.
    await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expect(tab).toBeFocused();
    await expectFocusSeen(page);
  }

  const edit = page.getByRole('button', { name: 'Edit' });
  await keyboard.press(edit);
  await expect(page.getByRole('combobox', { name: 'Notification frequency' })).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: 'Save' }));
  await expect(edit).toBeFocused();
  await expectFocusSeen(page);
  await goWithin(page, '/profile');
  await keyboard.press(edit);
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: 'Cancel' }));
  await expect(edit).toBeFocused();
  await expectFocusSeen(page);
});

test('START-53 START-54 START-56 with the keyboard alone a user is deactivated, activated and edited, and a file chosen', async ({
  page,
  system,
}) => {
  // Users of this journey only, because other journeys may rename demo users.
  const { key } = await createSession(system, 'organiser@demo.example');
  for (const firstname of ['Kim', 'Kit']) {
    const email = `${firstname.toLowerCase()}.keyboard@demo.example`;
    const post = { designation: 'Analyst', department_name: 'Legal', role_id: 5, supervisor: 'organiser@demo.example' };
    const ent_usr = { ...post, firstname, lastname: 'Keyboard', email };
    expect((await rest(system, '/consoles/create_org_user', { key, body: { ent_usr } })).status).toBe(200);
  }
  const csv = 'firstname,lastname,email\nAda,Lovelace,ada.keyboard@demo.example\n';
  page.on('filechooser', (chooser) =>
    chooser.setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }),
  );
  await signIn(page, 'organiser@demo.example', '/U');
  // The newest user is first in the list.
  await keyboard.press(page.getByRole('button', { name: 'Deactivate Kit Keyboard' }));
  await confirmWithPassword(page, 'Deactivate');
  await expect(page.getByRole('button', { name: 'Deactivate Kim Keyboard' })).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.press(page.getByRole('button', { name: 'Activate Kit Keyboard' }));
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocusSeen(page);
  await expect(page.getByRole('main')).not.toBeFocused();

  await goWithin(page, '/U');
  await keyboard.press(page.getByRole('table').first().getByRole('link', { name: 'Kit Keyboard' }));
  await expect(page).toHaveURL(/\/U\/\d+\/view$/);
  await keyboard.press(page.getByRole('main').getByRole('link', { name: 'Edit' }));
  await tabTo(page.getByRole('textbox', { name: 'Mobile' }));
  await page.keyboard.type('98765 43210');
  await keyboard.press(page.getByRole('button', { name: 'Save' }));
  await expect(page).toHaveURL(/\/U\/\d+\/view$/);
  await expectFocusSeen(page);
  // Back leads to the page before the user's page, and never to the form.
  await page.goBack();
  await expect(page).toHaveURL(/\/U$/);
  await expectFocusSeen(page);

  await goWithin(page, '/U/upload');
  await tabTo(page.getByRole('button', { name: 'Choose File' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Replace' })).toBeFocused();
  await expectFocusSeen(page);
});

test('START-55 a day is typed into the filter of the activity', async ({ page }) => {
  await signIn(page, 'admin@demo.example', '/activity');
  await tabTo(page.getByLabel('From', { exact: true }));
  for (const key of '11202026') {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  await expect(page).toHaveURL(/since=2026-11-20/);
  await expect(page.getByLabel('From', { exact: true })).toBeFocused();
});
