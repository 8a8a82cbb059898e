import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rowsRendered, usersPage } from '../testing/lists.ts';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, gatewayOf } from '../testing/responses.ts';
import { field, open } from '../testing/wizard.ts';
import { failureFromErrors } from './failure.ts';
import { reportFailure, showSuccess } from './toasts.tsx';

const widths = [
  [390, 800],
  [1280, 800],
] as const;

afterEach(() => page.viewport(1280, 800));

const fail = (...lines: string[]) => {
  for (const message of lines) reportFailure(failureFromErrors([{ message }]));
};
const toasts = () => page.getByRole('alert').elements();
const alerts = () => [...document.querySelectorAll('[data-position=bottom-right][aria-live=polite] [role=status]')];
/** The space that the page reserves for toasts. */
const room = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--console-toasts'));
/** Waits until the toasts do not move and the page has reserved space for them. */
const settled = () =>
  expect
    .poll(
      () =>
        toasts().every((toast) => toast.getAnimations().length === 0) &&
        lowest() > 0 &&
        room() >= innerHeight - highest(),
    )
    .toBe(true);
const highest = () => Math.min(...toasts().map((toast) => toast.getBoundingClientRect().top));
const lowest = () => Math.max(...toasts().map((toast) => toast.getBoundingClientRect().bottom));
const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const controls = (within: ParentNode) =>
  [...within.querySelectorAll<HTMLElement>('a, button, input:not([type=file]), select, [tabindex="0"]')].filter(
    (control) => control.offsetWidth > 0 && !control.closest('[role=alert]'),
  );
const isCovered = (control: HTMLElement) =>
  [...toasts(), ...alerts()].some((box) => overlaps(control.getBoundingClientRect(), box.getBoundingClientRect()));
const nameOf = (control: HTMLElement) => control.ariaLabel ?? control.textContent;

describe.each(widths)('at %i × %i', (width, height) => {
  test('ERR-14 toasts leave the top bar free, and every control of the page can be scrolled or tabbed to', async () => {
    await page.viewport(width, height);
    const { screen } = await openConsole(
      '/U',
      gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, { active: 30 })) }),
    );
    await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
    await rowsRendered();
    fail('Request Failed', 'The product API cannot be reached', 'email is taken');
    await expect.poll(() => toasts().length).toBe(3);
    await settled();
    const [header] = document.querySelectorAll('header');
    expect(
      controls(header as HTMLElement)
        .filter(isCovered)
        .map(nameOf),
    ).toEqual([]);
    const covered = controls(document.querySelector('main') as HTMLElement).filter((control) => {
      control.focus();
      control.scrollIntoView({ block: 'nearest' });
      return isCovered(control);
    });
    expect(covered.map(nameOf)).toEqual([]);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test.each(['start', 'end'])('ERR-14 toasts leave the buttons of a form free at the %s of it', async (place) => {
    await page.viewport(width, height);
    await open();
    await expect.element(field('Brand name')).toBeVisible();
    const card = document.querySelector('form')?.parentElement;
    // The margin of a page below its last card.
    if (place === 'end') scrollBy(0, (card?.getBoundingClientRect().bottom ?? 0) + 20 - innerHeight);
    fail('Request Failed');
    await expect.poll(() => toasts().length).toBe(1);
    await settled();
    const bar = controls(document.querySelector('form') as HTMLElement).filter(({ textContent }) =>
      /^(Next|Cancel)$/.test(textContent ?? ''),
    );
    expect(bar.map(nameOf)).toEqual(['Next', 'Cancel']);
    expect(bar.filter(isCovered)).toEqual([]);
    if (width < 1200 && place === 'start')
      expect(lowest()).toBeLessThanOrEqual(Math.min(...bar.map((one) => one.getBoundingClientRect().top)));
  });

  test('ERR-14 a toast leaves the buttons of a dialog free', async () => {
    await page.viewport(width, height);
    const { press } = await open();
    await field('Brand name').fill('Acme');
    await press('Cancel');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect.element(dialog).toBeVisible();
    fail('Request Failed');
    await expect.poll(() => toasts().length).toBe(1);
    await settled();
    await expect.poll(() => controls(dialog.element()).filter(isCovered).map(nameOf)).toEqual([]);
  });
});

test.each(widths)(
  'SHELL-22 at %i × %i a toast and an alert cover neither tabs nor the title of a page or a dialog',
  async (width, height) => {
    await page.viewport(width, height);
    const { screen } = await openConsole(
      '/profile',
      gatewayOf({ ProfilePage: profileOf({ viewerCanCopyPersonalData: true }) }),
    );
    await expect.element(screen.getByRole('heading', { name: 'Profile' })).toBeVisible();
    fail('Request Failed', 'email is taken');
    showSuccess('Saved', { autoClose: false });
    await settled();
    await expect.poll(() => alerts().length).toBe(1);
    const tabs = [...document.querySelectorAll<HTMLElement>('main header a')];
    expect(tabs.length).toBeGreaterThan(1);
    const titles = () => [...document.querySelectorAll<HTMLElement>('main header h1, [role=dialog] h2')];
    expect([...tabs, ...titles()].filter(isCovered).map(nameOf)).toEqual([]);
    await screen.getByRole('button', { name: 'Download personal data' }).click();
    await expect.poll(() => titles().length).toBe(2);
    await expect.poll(() => titles().filter(isCovered).map(nameOf)).toEqual([]);
  },
);

describe.each(widths.filter(([width]) => width >= 390))('an alert at %i × %i', (width, height) => {
  test('START-58 an alert is at the bottom right, and what is below it can be pressed and scrolled out from under it', async () => {
    await page.viewport(width, height);
    const { screen } = await openConsole(
      '/U',
      gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, { active: 30 })) }),
    );
    await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
    await rowsRendered();
    showSuccess('User Deactivated Successfully', { autoClose: false });
    await expect.poll(() => alerts().length).toBe(1);
    await expect.poll(() => alerts()[0]?.getAnimations().length).toBe(0);
    const [header, main] = [document.querySelector('header'), document.querySelector('main')] as const;
    expect(
      controls(header as HTMLElement)
        .filter(isCovered)
        .map(nameOf),
    ).toEqual([]);
    const place = () => (alerts()[0] as HTMLElement).getBoundingClientRect();
    const margins = () => [document.documentElement.clientWidth - place().right, innerHeight - place().bottom];
    await expect.poll(() => margins().map(Math.round)).toEqual([16, 16]);
    const { left, top, width: wide, height: high } = place();
    expect(main?.contains(document.elementFromPoint(left + wide / 3, top + high / 2))).toBe(true);
    scrollTo(0, document.documentElement.scrollHeight);
    const rows = controls(main as HTMLElement).filter((control) => control.closest('tbody'));
    await expect
      .poll(() =>
        rows
          .filter((control) => {
            control.scrollIntoView({ block: 'nearest' });
            return isCovered(control);
          })
          .map(nameOf),
      )
      .toEqual([]);
  });

  test('START-58 an alert covers no button of a form, and no toast', async () => {
    await page.viewport(width, height);
    await open();
    await expect.element(field('Brand name')).toBeVisible();
    showSuccess('Organisation Created', { autoClose: false });
    fail('Request Failed');
    await expect.poll(() => alerts().length).toBe(1);
    await settled();
    const covered = () =>
      [...document.querySelectorAll<HTMLElement>('header button, form [type=submit], form button')]
        .filter((one) => /^(Next|Cancel)$/.test(one.textContent ?? '') || !one.closest('form'))
        .filter((one) => !one.closest('main header') && isCovered(one))
        .map(nameOf);
    await expect.poll(covered).toEqual([]);
    const [alert, toast] = [alerts()[0], toasts()[0]].map((box) => box?.getBoundingClientRect());
    expect(alert && toast && overlaps(alert, toast)).toBe(false);
  });
});
