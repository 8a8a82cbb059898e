import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderAlone } from '../testing/render.tsx';
import { LaterPart } from './LaterPart.ts';
import { useLaterPart } from './useLaterPart.ts';

const Menu = () => <p>The menu</p>;

function Opener({ part }: { part: LaterPart<object> }) {
  const [opened, setOpened] = useState(false);
  const Part = useLaterPart(part, opened);
  return (
    <>
      <button type="button" onClick={() => setOpened(!opened)}>
        Open
      </button>
      {opened && Part && <Part />}
    </>
  );
}

const gone = () => Promise.reject(new Error('gone'));

test('DESIGN-9 a part is brought once the page is drawn, before anybody asks for it', async () => {
  const load = vi.fn(async () => Menu);
  const { screen } = await renderAlone(<Opener part={new LaterPart(load)} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('SHELL-15 a part that cannot be had is asked for again when it is needed, and only then is that told', async () => {
  const load = vi.fn(async () => Menu);
  load.mockImplementationOnce(gone).mockImplementationOnce(gone);
  const { screen } = await renderAlone(<Opener part={new LaterPart(load)} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await button.click();
  await button.click();
  await expect.element(screen.getByText('The menu')).toBeVisible();
});
