import { Button } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sendUntilGone } from '../../testing/enter.ts';
import { renderAlone } from '../../testing/render.tsx';
import { held } from '../../testing/script.ts';
import { TextField } from '../form/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type OnConfirm = (password?: string) => Promise<string | undefined> | undefined;

/** Uses the dialog like a page: busy until the action ends, then with its error. */
function DialogOfPage({
  confirmAction,
  ...props
}: { confirmAction: OnConfirm } & Partial<Parameters<typeof ConfirmDialog>[0]>) {
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async (password?: string) => {
    setBusy(true);
    setError(undefined);
    const refused = await confirmAction(password);
    setBusy(false);
    setError(refused);
    if (!refused) setOpened(false);
  };
  return (
    <>
      <Button onClick={() => setOpened(true)}>Deactivate…</Button>
      <ConfirmDialog
        opened={opened}
        title="Deactivate Jane Doe?"
        confirmLabel="Deactivate"
        danger
        busy={busy}
        error={error}
        onCancel={() => setOpened(false)}
        onConfirm={confirm}
        {...props}
      >
        {props.children ?? 'Jane Doe can no longer sign in.'}
      </ConfirmDialog>
    </>
  );
}

const open = async (props: Partial<Parameters<typeof DialogOfPage>[0]> = {}) => {
  const confirmAction = vi.fn<OnConfirm>(() => undefined);
  const { screen } = await renderAlone(<DialogOfPage confirmAction={confirmAction} {...props} />);
  const opener = screen.getByRole('button', { name: 'Deactivate…' });
  await opener.click();
  const dialog = screen.getByRole('dialog', { name: 'Deactivate Jane Doe?' });
  await expect.element(dialog, still).toBeVisible();
  // Fires timers of 0 ms. The clock stands still, however long the dialog takes.
  const focused = () => {
    vi.advanceTimersByTime(0);
    return dialog.element().contains(document.activeElement);
  };
  await expect.poll(focused, still).toBe(true);
  return {
    confirmAction: (props.confirmAction ?? confirmAction) as typeof confirmAction,
    opener,
    dialog,
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    confirm: dialog.getByRole('button', { name: 'Deactivate', exact: true }),
    field: dialog.getByLabelText('Password *'),
  };
};

/** The element with the focus. It is the form until a control gets the focus. */
const nameInFocus = () => document.activeElement?.tagName;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Polling would move the fake clock by the interval. */
const still = { interval: 0 };
/** Waits for the timer that focuses Cancel. An effect starts it, possibly only after the form has the focus. */
const timeBegun = () => expect.poll(() => vi.getTimerCount(), still).toBeGreaterThan(0);

test('UI-3 CONST-3 Cancel has the focus after 500 ms, and no control before', async () => {
  const { dialog, cancel } = await open();
  await timeBegun();
  await pass(300);
  await expect.poll(() => nameInFocus(), still).toBe('FORM');
  await expect.poll(() => dialog.element().contains(document.activeElement), still).toBe(true);
  await pass(250);
  await expect.element(cancel).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('UI-3 in a dialog with a password nothing is focused before Cancel is', async () => {
  const { field, cancel } = await open({ password: true });
  await timeBegun();
  await pass(300);
  await expect.poll(() => nameInFocus(), still).toBe('FORM');
  await expect.element(field).not.toHaveFocus();
  await pass(250);
  await expect.element(cancel).toHaveFocus();
});

test('FOCUS-4 what is typed while Cancel has the focus, or before, goes into the password field, and Enter confirms', async () => {
  const { field, cancel, confirmAction } = await open({ password: true });
  await userEvent.keyboard('W');
  await expect.element(field).toHaveValue('W');
  (cancel.element() as HTMLElement).focus();
  await userEvent.keyboard('elcome');
  await expect.element(field).toHaveValue('Welcome');
  (cancel.element() as HTMLElement).focus();
  await userEvent.keyboard('#2026{Enter}');
  expect(confirmAction).toHaveBeenCalledExactlyOnceWith('Welcome#2026');
});

test('FOCUS-4 Enter, Space, Tab and shortcuts on Cancel are those of a button', async () => {
  const { field, cancel, dialog } = await open({ password: true });
  await pass(550);
  await expect.element(cancel).toHaveFocus();
  await userEvent.keyboard('{Control>}c{/Control}');
  await expect.element(cancel).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field).not.toBeInTheDocument();
});

test('FOCUS-5 in a dialog with a required field that has the focus, and Cancel does not take it; its name is not followed by everything in it', async () => {
  const { dialog } = await open({ password: true, typed: false, children: <TextField label="Name" required /> });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await pass(1_000);
  await expect.element(name).toHaveFocus();
  await expect.element(dialog).toHaveAccessibleDescription('');
});

test('FOCUS-5 a question is described by its effect alone', async () => {
  const { dialog } = await open({ password: true, details: 'There is nothing to hand over from Jane Doe.' });
  await expect.element(dialog).toHaveAccessibleDescription('Jane Doe can no longer sign in.');
});

test('UI-3 the focus stays where the person put it', async () => {
  const { field } = await open({ password: true });
  await field.click();
  await pass(1_000);
  await expect.element(field).toHaveFocus();
});

test('UI-4 MSG-11 the password has to be there; then it is sent, by Enter as well', async () => {
  const { confirmAction, confirm, field, dialog } = await open({ password: true });
  await confirm.click();
  await expect.element(dialog.getByText('Password is required')).toBeVisible();
  await expect.element(field).toHaveFocus();
  expect(confirmAction).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(confirmAction).not.toHaveBeenCalled();
  await field.fill('Welcome#2026');
  await expect.element(dialog.getByText('Password is required')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(confirmAction).toHaveBeenCalledExactlyOnceWith('Welcome#2026');
});

test('UI-4 the password can be shown, and is one that the browser knows', async () => {
  const { field, dialog } = await open({ password: true });
  await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect.element(field).toHaveAttribute('type', 'text');
});

test('UI-4 a wrong password keeps the dialog, what was typed and the focus', async () => {
  const { field, dialog, confirm } = await open({ password: true, confirmAction: async () => 'Invalid Credentails' });
  await field.fill('wrong');
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Invalid Credentails');
  await expect.element(field).toHaveValue('wrong');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('UI-4 SECURITY the password is forgotten when the dialog closes', async () => {
  const { opener, field, cancel, dialog } = await open({ password: true });
  await field.fill('Welcome#2026');
  await cancel.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  await expect.element(field).toHaveValue('');
});

test('UI-4 without a password field there is none, and a refusal is shown', async () => {
  const confirmAction = vi.fn<OnConfirm>(async () => 'Action not permitted!');
  const { confirm, dialog, field } = await open({ confirmAction });
  await expect.element(field).not.toBeInTheDocument();
  await confirm.click();
  expect(confirmAction).toHaveBeenCalledExactlyOnceWith(undefined);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Action not permitted!');
  await expect.element(confirm).toHaveFocus();
});

test('UI-20 Escape and a click outside cancel, and the focus returns to what opened the dialog', async () => {
  const { opener, dialog } = await open();
  await expect.poll(() => dialog.element().contains(document.activeElement), still).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await pass(50);
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(dialog).toBeVisible();
  document.querySelector<HTMLElement>('.mantine-Modal-overlay')?.click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('UI-20 what was typed is not lost by Escape or a click outside', async () => {
  const { field, dialog } = await open({ password: true });
  await field.fill('Welcome');
  await userEvent.keyboard('{Escape}');
  document.querySelector<HTMLElement>('.mantine-Modal-overlay')?.click();
  await pass(500);
  await expect.element(dialog).toBeVisible();
  await expect.element(field).toHaveValue('Welcome');
});

test('UI-19 two presses send once; until then the button is busy and the dialog stays', async () => {
  const answer = held<undefined>();
  const confirmAction = vi.fn<OnConfirm>(() => answer.promise);
  const { confirm, cancel, dialog } = await open({ confirmAction });
  const button = confirm.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(confirm).toHaveAttribute('data-loading', 'true');
  await expect.element(cancel).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(confirmAction).toHaveBeenCalledOnce();
  answer.resolve(undefined);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('UI-19 CASES-58 nothing more is sent while the dialog closes', async () => {
  const { confirmAction, confirm } = await open();
  await sendUntilGone((confirm.element() as HTMLButtonElement).form as HTMLFormElement);
  expect(confirmAction).toHaveBeenCalledOnce();
});

test('UI-20 the Tab key stays in the dialog', async () => {
  const { dialog, cancel } = await open({ password: true });
  await pass(550);
  await expect.element(cancel).toHaveFocus();
  for (const _ of Array.from({ length: 6 })) {
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => dialog.element().contains(document.activeElement), still).toBe(true);
  }
});

test('UI-20 on a phone the dialog fits', async () => {
  await page.viewport(360, 640);
  try {
    const { dialog } = await open({ password: true });
    const { left, right } = dialog.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('UI-20 a dialog with other input than the password is not closed either', async () => {
  const { dialog, cancel } = await open({ typed: true });
  await userEvent.keyboard('{Escape}');
  document.querySelector<HTMLElement>('.mantine-Modal-overlay')?.click();
  await pass(500);
  await expect.element(dialog).toBeVisible();
  await cancel.click();
  await expect.element(dialog).not.toBeInTheDocument();
});
