import { ActionIcon, Button, Menu } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { RowButton } from './RowButton.tsx';

const press = vi.fn();
const buttons: [what: string, button: PageProps['button']][] = [
  [
    'a button that is busy',
    (cannot) => (
      <Button loading={cannot} onClick={press}>
        Do
      </Button>
    ),
  ],
  [
    'an icon that is busy',
    (cannot) => (
      <ActionIcon loading={cannot} onClick={press}>
        Do
      </ActionIcon>
    ),
  ],
  [
    'a button that counts down',
    (cannot) => (
      <Button disabled={cannot} onClick={press}>
        Do
      </Button>
    ),
  ],
  [
    'a button of a row',
    (cannot) => (
      <RowButton disabled={cannot} onClick={press}>
        Do
      </RowButton>
    ),
  ],
  [
    'a submit that is busy',
    (cannot) => (
      <Button type="submit" loading={cannot}>
        Do
      </Button>
    ),
  ],
];

interface PageProps {
  button: (cannot: boolean) => ReactNode;
  onAround: () => void;
}

/** A button in a form, in a row that opens when pressed. */
function Page({ button, onAround }: PageProps) {
  const [cannot, setCannot] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <>
      <button type="button" onClick={() => setCannot(!cannot)}>
        answer
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: as a row of a table. */}
      <div onClick={onAround}>
        <form onSubmit={submit}>
          <input aria-label="Name" />
          {button(cannot)}
        </form>
      </div>
    </>
  );
}

test.each(buttons)(
  'UI-20 UI-19 %s keeps the focus, says that it cannot be pressed, and ignores presses and Enter',
  async (_what, button) => {
    press.mockClear();
    const around = vi.fn();
    const { screen } = await renderAlone(<Page button={button} onAround={around} />);
    const pressed = screen.getByRole('button', { name: 'Do' });
    const answer = () => (screen.getByRole('button', { name: 'answer' }).element() as HTMLElement).click();
    await pressed.click();
    expect(press).toHaveBeenCalledOnce();
    around.mockClear();
    answer();
    await expect.element(pressed).toHaveAttribute('aria-disabled', 'true');
    await expect.element(pressed).toHaveFocus();
    (pressed.element() as HTMLElement).click();
    await userEvent.keyboard('{Enter} ');
    expect(around).not.toHaveBeenCalled();
    await screen.getByRole('textbox', { name: 'Name' }).click();
    if (pressed.element().getAttribute('type') === 'submit') await userEvent.keyboard('{Enter}');
    expect(press).toHaveBeenCalledOnce();
    answer();
    await expect.element(pressed).not.toHaveAttribute('aria-disabled');
    await pressed.click();
    expect(press).toHaveBeenCalledTimes(2);
  },
);

test('SHELL-7 CASES-58 what a control shows takes no press itself, so that it may be replaced during the press', async () => {
  const inside = <span data-inside>shown</span>;
  await renderAlone(
    <>
      <button type="button">{inside}</button>
      <a href="/login">{inside}</a>
      <details>
        <summary>{inside}</summary>
      </details>
      {['button', 'menuitem', 'option', 'tab'].map((role) => (
        <div key={role} role={role}>
          {inside}
        </div>
      ))}
      <Menu opened withinPortal={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon>{inside}</ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>{inside}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>,
  );
  await expect.poll(() => document.querySelectorAll('[data-inside]').length).toBe(9);
  for (const shown of document.querySelectorAll('[data-inside]')) {
    const control = shown.closest('a, button, summary, [role]');
    const { left, top, width, height } = shown.getBoundingClientRect();
    await expect.poll(() => document.elementFromPoint(left + width / 2, top + height / 2)).toBe(control);
  }
});
