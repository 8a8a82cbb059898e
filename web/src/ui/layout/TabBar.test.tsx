import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { TabBar } from './TabBar.tsx';

const tabs = ['One', 'Two', 'Three'].map((label) => ({ label, to: `/${label}`, current: label === 'Two' }));

function Where() {
  return <p>{`at ${useLocation().pathname}`}</p>;
}

const open = async () => {
  const { screen } = await renderAlone(
    <MemoryRouter>
      <TabBar label="Parts" tabs={tabs} />
      <Where />
    </MemoryRouter>,
  );
  const tab = (name: string) => screen.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name });
  await expect.element(tab('One')).toBeVisible();
  return { screen, tab };
};

test('UI-6 the current tab is marked, and only that one', async () => {
  const { tab } = await open();
  await expect.element(tab('Two')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('One')).not.toHaveAttribute('aria-current');
  await expect.element(tab('Three')).toHaveAttribute('href', '/Three');
});

test('ACCESS-9 a tab is as wide when it is current', async () => {
  const { tab } = await open();
  const widthOf = (name: string) => (tab(name).element() as HTMLElement).offsetWidth;
  const before = widthOf('Three');
  (tab('Three').element() as HTMLElement).setAttribute('aria-current', 'page');
  const line = () => getComputedStyle(tab('Three').element()).borderBottomColor;
  await expect.poll(line).not.toBe('rgba(0, 0, 0, 0)');
  expect(widthOf('Three')).toBe(before);
});

test('UI-6 arrows, Home and End move between the tabs', async () => {
  const { tab } = await open();
  (tab('Two').element() as HTMLElement).focus();
  for (const [key, name] of [
    ['ArrowRight', 'Three'],
    ['ArrowRight', 'One'],
    ['ArrowLeft', 'Three'],
    ['Home', 'One'],
    ['End', 'Three'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(tab(name)).toHaveFocus();
  }
});

test('UI-6 Enter opens the tab that has the focus', async () => {
  const { screen, tab } = await open();
  (tab('Two').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(screen.getByText('at /Three')).toBeVisible();
});

/** Nine tabs, of which one is current. */
const openMany = async (current: number) => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    label: `Part ${index}`,
    to: `/${index}`,
    current: index === current,
  }));
  const { screen } = await renderAlone(
    <MemoryRouter>
      <TabBar label="Parts" tabs={many} />
    </MemoryRouter>,
  );
  return screen;
};

test('UI-6 UI-20 on a phone the current tab is in sight', async () => {
  await page.viewport(360, 640);
  try {
    const screen = await openMany(8);
    const last = screen.getByRole('link', { name: 'Part 8' });
    await expect.element(last).toBeInTheDocument();
    await expect.poll(() => last.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
    expect(window.scrollY).toBe(0);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('UI-6 UI-20 on a phone more tabs than fit scroll in their own bar', async () => {
  await page.viewport(360, 640);
  try {
    const screen = await openMany(0);
    const last = screen.getByRole('link', { name: 'Part 8' });
    await expect.element(last).toBeInTheDocument();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    (last.element() as HTMLElement).focus();
    await expect.poll(() => last.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
    await expect.poll(() => last.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
  } finally {
    await page.viewport(1280, 800);
  }
});
