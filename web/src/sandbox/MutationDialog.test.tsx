import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { askBeforeMutation, MutationDialog } from './MutationDialog.tsx';

const dialog = page.getByRole('alertdialog', { name: 'Run this mutation?' });
const button = (name: string) => page.getByRole('button', { name });

/** Opens the dialog, performs the action, and returns the result. */
const respondTo = async (act: () => Promise<void>): Promise<boolean> => {
  const ref = createRef<HTMLDialogElement>();
  await render(<MutationDialog dialogRef={ref} />);
  const answer = askBeforeMutation(await vi.waitUntil(() => ref.current));
  await expect.element(dialog).toBeVisible();
  await act();
  await expect.element(dialog).not.toBeInTheDocument();
  return answer;
};

test('GQL-4 the dialog answers yes to Run mutation only', async () => {
  expect(await respondTo(() => button('Run mutation').click())).toBe(true);
});

test('GQL-4 the dialog answers no to Cancel, which has the focus', async () => {
  expect(
    await respondTo(async () => {
      await expect.element(button('Cancel')).toHaveFocus();
      await userEvent.keyboard('{Enter}');
    }),
  ).toBe(false);
});

test('GQL-4 the dialog answers no to Escape', async () => {
  expect(await respondTo(() => userEvent.keyboard('{Escape}'))).toBe(false);
});
