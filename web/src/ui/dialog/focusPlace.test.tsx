import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';

/** A control that disappears when it is pressed, with the elements around it. */
function Page({ around }: { around: 'group' | 'row' | 'nothing' }) {
  const [shown, setShown] = useState(true);
  const control = shown && <Button onClick={() => setShown(false)}>Remove</Button>;
  return (
    <main>
      <h1>Title</h1>
      {around === 'nothing' && control}
      {around === 'group' && (
        <Group>
          {control}
          <Button>Next to it</Button>
        </Group>
      )}
      {around === 'row' && (
        <table>
          <tbody>
            {shown && (
              <tr>
                <td>{control}</td>
              </tr>
            )}
            <tr>
              <td>
                <button type="button">Next row</button>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </main>
  );
}

const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test.each([
  ['another control of its group', 'group', 'Next to it'],
  ['a control of the next row', 'row', 'Next row'],
  ['the title of the page', 'nothing', 'Title'],
] as const)('FOCUS-6 the focus of a control that disappears goes to %s', async (_what, around, holder) => {
  const { screen } = await renderAlone(<Page around={around} />);
  (screen.getByRole('button', { name: 'Remove' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe(holder);
});

test('FOCUS-6 a press outside every control takes the focus away, and nothing gives it back', async () => {
  const { screen } = await renderAlone(<Page around="group" />);
  // Waits until the focus of the previous test's page has been handled.
  await frames();
  const control = screen.getByRole('button', { name: 'Remove' }).element() as HTMLElement;
  control.focus();
  control.blur();
  await new Promise((resolve) => setTimeout(resolve));
  control.click();
  await expect.element(screen.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  await frames();
  expect(document.activeElement).toBe(document.body);
});
