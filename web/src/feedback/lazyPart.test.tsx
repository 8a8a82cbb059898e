import { type ComponentType, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderAlone } from '../testing/render.tsx';
import { lazyPart, whenOpened } from './lazyPart.tsx';

interface MenuProps {
  opened: boolean;
  onClose: () => void;
}

const Menu = ({ opened }: MenuProps) => opened && <p>The menu</p>;

/** A button that opens the component, which shows whether it is open. */
function openerOf(LazyMenu: ComponentType<MenuProps>) {
  return function Opener() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          Open
        </button>
        <LazyMenu opened={opened} onClose={() => setOpened(false)} />
      </>
    );
  };
}

const failing = () => Promise.reject(new Error('not found'));
const lazyMenu = (load: () => Promise<typeof Menu>) =>
  openerOf(lazyPart<MenuProps>(load, { loadOn: 'paint', isNeeded: ({ opened }) => opened }));

test('DESIGN-9 a late part is loaded once the page is painted, before it is needed', async () => {
  const load = vi.fn(async () => Menu);
  const Opener = lazyMenu(load);
  const { screen } = await renderAlone(<Opener />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('SHELL-15 a late part that failed to load is loaded again when it is needed, and only then the failure is shown', async () => {
  const load = vi.fn(async () => Menu);
  load.mockImplementationOnce(failing).mockImplementationOnce(failing);
  const Opener = lazyMenu(load);
  const { screen } = await renderAlone(<Opener />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await button.click();
  await button.click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
});

test('SHELL-15 a dialog that cannot be loaded is reported and closes, and the next opening loads it again', async () => {
  const load = vi.fn(async () => Menu);
  load.mockImplementationOnce(failing);
  const Opener = openerOf(lazyPart<MenuProps>(load, whenOpened));
  const { screen } = await renderAlone(<Opener />);
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  expect(load).toHaveBeenCalledOnce();
  await button.click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('FOCUS-10 what a part replaces stays on the page until the part is there', async () => {
  const loaded = Promise.withResolvers<typeof Menu>();
  const LateMenu = lazyPart<MenuProps>(() => loaded.promise, { loadOn: 'need', before: () => <p>What was there</p> });
  const { screen } = await renderAlone(<LateMenu opened onClose={() => {}} />);
  const before = screen.getByText('What was there');
  await expect.element(before).toBeVisible();
  loaded.resolve(Menu);
  await expect.element(screen.getByText('The menu')).toBeVisible();
  await expect.element(before).not.toBeInTheDocument();
});
