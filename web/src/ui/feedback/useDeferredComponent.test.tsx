import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { DeferredComponent } from './DeferredComponent.ts';
import { useDeferredComponent } from './useDeferredComponent.ts';

const Menu = () => <p>The menu</p>;

function Opener({ deferred }: { deferred: DeferredComponent<object> }) {
  const [opened, setOpened] = useState(false);
  const Part = useDeferredComponent(deferred, opened);
  return (
    <>
      <button type="button" onClick={() => setOpened(!opened)}>
        Open
      </button>
      {opened && Part && <Part />}
    </>
  );
}

const failing = () => Promise.reject(new Error('not found'));

test('DESIGN-9 a deferred component is loaded once the page is drawn, before it is needed', async () => {
  const load = vi.fn(async () => Menu);
  const { screen } = await renderAlone(<Opener deferred={new DeferredComponent(load)} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('SHELL-15 a deferred component that failed to load is loaded again when it is needed, and only then the failure is shown', async () => {
  const load = vi.fn(async () => Menu);
  load.mockImplementationOnce(failing).mockImplementationOnce(failing);
  const { screen } = await renderAlone(<Opener deferred={new DeferredComponent(load)} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await button.click();
  await button.click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
});
