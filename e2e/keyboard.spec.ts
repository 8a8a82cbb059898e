import { expect, type Locator, type Page } from '@playwright/test';
import { demoPassword, goWithin, signIn, test } from './journey.ts';

/** What has the focus, or why a person does not see where it is. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing';
    // The title shows the focus of a page, the cells that of a row, and a frame that of what is inside it.
    const frames: Element[] = [];
    for (let frame = focused.parentElement; frame && frames.length < 5; frame = frame.parentElement) frames.push(frame);
    const title = focused.matches('main') ? focused.querySelector('h1') : null;
    const marks = [focused, ...(title ? [title] : []), ...focused.querySelectorAll(':scope:is(tr) > *'), ...frames];
    const isMarked = marks.some((mark) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(mark);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || (mark.matches('td, th') && boxShadow !== 'none');
    });
    const { top, bottom } = (title ?? focused).getBoundingClientRect();
    return isMarked && bottom > 0 && top < innerHeight ? 'visible' : `hidden: ${focused.outerHTML.slice(0, 200)}`;
  });

const expectVisibleFocus = (page: Page) => expect.poll(() => focusOf(page)).toBe('visible');

/** Presses a key; the focus is lost at no time that lasts, and always visible. */
const pressKey = async (page: Page, key: string) => {
  await page.keyboard.press(key);
  await expectVisibleFocus(page);
};

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Tab, until the target has the focus. */
const tabTo = async (target: Locator, key = 'Tab') => {
  await target.waitFor();
  for (let presses = 0; presses < 80 && !(await hasFocus(target)); presses += 1) await pressKey(target.page(), key);
  await expect(target).toBeFocused();
};

const pressWithKeys = async (target: Locator) => {
  await tabTo(target);
  await pressKey(target.page(), 'Enter');
};

/** Fills the question with the own password and confirms it. */
const confirmWithPassword = async (page: Page, verb: string) => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(dialog.getByRole('textbox', { name: 'Password' }), 'Shift+Tab');
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
  await expectVisibleFocus(page);
  await goWithin(page, '/T');
  await pressWithKeys(page.getByRole('table').first().getByRole('link').first());
  await expect(page).toHaveURL(/\/O\/\d+/);
  await expect(page.getByRole('main')).toBeFocused();

  const tabs = page.getByRole('navigation', { name: 'Parts of the organisation' }).getByRole('link');
  await expect(tabs).toHaveCount(8);
  const names = await tabs.allTextContents();
  await tabTo(tabs.first());
  for (const name of [...names.slice(1), 'Configuration']) {
    const tab = tabs.filter({ hasText: name });
    while (!(await hasFocus(tab))) await pressKey(page, 'ArrowRight');
    await page.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-current', 'page');
    // What comes later takes nothing away.
    await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expect(tab).toBeFocused();
    await expectVisibleFocus(page);
  }

  const edit = page.getByRole('button', { name: 'Edit' });
  await pressWithKeys(edit);
  await expect(page.getByRole('combobox', { name: 'Notification frequency' })).toBeFocused();
  await pressWithKeys(page.getByRole('button', { name: 'Save' }));
  await expect(edit).toBeFocused();
  await expectVisibleFocus(page);
  await goWithin(page, '/profile');
  await pressWithKeys(edit);
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await pressWithKeys(page.getByRole('button', { name: 'Cancel' }));
  await expect(edit).toBeFocused();
  await expectVisibleFocus(page);
});

test('START-53 START-54 START-56 with the keyboard alone a user is deactivated, activated and edited, and a file chosen', async ({
  page,
}) => {
  const csv = 'firstname,lastname,email\nAda,Lovelace,ada.keyboard@demo.example\n';
  page.on('filechooser', (chooser) =>
    chooser.setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }),
  );
  await signIn(page, 'organiser@demo.example', '/U');
  const deactivate = page.getByRole('button', { name: /^Deactivate / });
  const [name = '', next = ''] = await Promise.all(
    [1, 2].map((at) =>
      deactivate
        .nth(at)
        .getAttribute('aria-label')
        .then((label) => label ?? ''),
    ),
  );
  await pressWithKeys(page.getByRole('button', { name, exact: true }));
  await confirmWithPassword(page, 'Deactivate');
  await expect(page.getByRole('button', { name: next, exact: true })).toBeFocused();
  await expectVisibleFocus(page);
  await pressWithKeys(page.getByRole('button', { name: name.replace('Deactivate', 'Activate'), exact: true }));
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectVisibleFocus(page);
  await expect(page.getByRole('main')).not.toBeFocused();

  await goWithin(page, '/U');
  await pressWithKeys(
    page
      .getByRole('table')
      .first()
      .getByRole('link', { name: name.replace('Deactivate ', '') }),
  );
  await expect(page).toHaveURL(/\/U\/\d+\/view$/);
  await pressWithKeys(page.getByRole('main').getByRole('link', { name: 'Edit' }));
  await tabTo(page.getByRole('textbox', { name: 'Mobile' }));
  await page.keyboard.type('98765 43210');
  await pressWithKeys(page.getByRole('button', { name: 'Save' }));
  await expect(page).toHaveURL(/\/U\/\d+\/view$/);
  await expectVisibleFocus(page);
  // Back leads to the page before, which is the person's too, and never to the form.
  for (const path of [/\/view$/, /\/U$/]) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expectVisibleFocus(page);
  }

  await goWithin(page, '/U/upload');
  await tabTo(page.getByRole('button', { name: 'Choose File' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Replace' })).toBeFocused();
  await expectVisibleFocus(page);
});

test('START-55 a day is typed into the filter of the activity', async ({ page }) => {
  await signIn(page, 'admin@demo.example', '/activity');
  await tabTo(page.getByLabel('From', { exact: true }));
  for (const key of '11202026') await pressKey(page, key);
  await expect(page).toHaveURL(/since=2026-11-20/);
  await expect(page.getByLabel('From', { exact: true })).toBeFocused();
});
