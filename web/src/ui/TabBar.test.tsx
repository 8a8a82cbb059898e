import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../testing/render.tsx';
import { TabBar } from './TabBar.tsx';

const tabs = ['One', 'Two', 'Three'].map((label) => ({ label, to: `/${label}`, current: label === 'Two' }));

const open = async () => {
  const { screen } = await renderAlone(
    <MemoryRouter>
      <TabBar label="Parts" tabs={tabs} />
    </MemoryRouter>,
  );
  const tab = (name: string) => screen.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name });
  await expect.element(tab('One')).toBeVisible();
  return { tab };
};

test('UI-6 the current tab is marked, and only that one', async () => {
  const { tab } = await open();
  await expect.element(tab('Two')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('One')).not.toHaveAttribute('aria-current');
  await expect.element(tab('Three')).toHaveAttribute('href', '/Three');
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
