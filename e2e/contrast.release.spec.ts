import { expect, type Locator, type Page } from '@playwright/test';
import { goWithin, signIn, test, violationsOn } from './journey.ts';

const styleOf = (target: Locator, property: string) =>
  target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** The colour that the browser uses for the name of a system colour. */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.createElement('i');
    probe.style.color = color;
    document.body.append(probe);
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, name);

const expectPasses = (page: Page, name: string) => expect.poll(() => violationsOn(page), name).toEqual([]);

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }));

test('ACCESS-4 in a contrast theme switches, the current page, tabs, disabled buttons and meters show their state, and axe finds nothing', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.example', '/U');
  const highlight = await systemColor(page, 'Highlight');
  const gray = await systemColor(page, 'GrayText');
  const items = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(items.filter({ hasText: /^User$/ })).toHaveCSS('background-color', highlight);
  await expect(items.filter({ hasText: /^SSO$/ })).not.toHaveCSS('background-color', highlight);
  const previous = page.getByRole('button', { name: 'Previous page of Active users' });
  await expect(previous).toHaveCSS('color', gray);
  await expect(page.getByRole('button', { name: 'Next page of Active users' })).not.toHaveCSS('color', gray);
  const action = page
    .getByRole('table', { name: 'Active users', exact: true })
    .getByRole('button', { name: /^Deactivate/ });
  await expect(action.first()).toHaveCSS('opacity', '1');
  await expectPasses(page, 'users');

  await goWithin(page, '/T');
  await page.getByRole('table').first().getByRole('link').first().click();
  const tabs = page.getByRole('navigation', { name: 'Organisation sections' }).getByRole('link');
  await tabs.filter({ hasText: 'Configuration' }).click();
  const current = tabs.filter({ hasText: 'Configuration' });
  await expect(current).toHaveCSS('background-color', highlight);
  await expect(tabs.filter({ hasText: 'Activity' })).toHaveCSS(
    'border-bottom-color',
    await systemColor(page, 'Canvas'),
  );
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const switches = page.getByRole('switch');
  await expect(switches).toHaveCount(2);
  for (const toggle of await switches.all()) {
    const track = toggle.locator('xpath=following-sibling::*[1]');
    const thumb = track.locator('> *').first();
    await expect(track).toHaveCSS('border-top-style', 'solid');
    const isMarked = (await styleOf(track, 'background-color')) === highlight;
    expect(isMarked).toBe(await toggle.isChecked());
    expect(await styleOf(thumb, 'background-color')).not.toBe(await styleOf(track, 'background-color'));
  }
  await expectPasses(page, 'configuration');

  await goWithin(page, '/O/create');
  await expect(page.locator('[aria-current="step"]')).toHaveCSS('outline-style', 'solid');
  await goWithin(page, '/O');
  await expect(page.getByRole('progressbar').first()).toHaveCSS('outline-style', 'solid');
  await expectPasses(page, 'organisation');
});

test('ACCESS-5 in a contrast theme what the keyboard is on is seen: rows, options and commands', async ({ page }) => {
  await signIn(page, 'organiser@demo.example', '/U');
  const rows = page.getByRole('table', { name: 'Active users', exact: true }).getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  const cellOf = (row: number) => rows.nth(row).getByRole('rowheader');
  await expect(cellOf(1)).toHaveCSS('outline-style', 'solid');
  await expect(cellOf(2)).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Space');
  const panel = page.locator('[data-peek-panel]');
  await panel.getByRole('button', { name: 'Close' }).focus();
  await expect(cellOf(1)).toHaveCSS('outline-style', 'dashed');
  await expectPasses(page, 'panel');
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette).toHaveCSS('border-top-style', 'solid');
  const active = page.locator('[data-combobox-selected]');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveCSS('outline-style', 'solid');
  await expectPasses(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await goWithin(page, '/U/new');
  await page.getByRole('combobox', { name: 'Designation' }).click();
  await expect(page.getByRole('option', { name: 'Analyst', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveCSS('outline-style', 'solid');
  await expectPasses(page, 'list of options');
});
