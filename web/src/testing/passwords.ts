import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** Confirms a dialog with a wrong password, and then with the correct one; the field has the focus each time. */
export const confirmAtSecondTry = async (dialog: (name: string) => Locator, question: string, refusal: string) => {
  const field = dialog(question).getByLabelText('Password *');
  await expect.element(field).toHaveFocus();
  await field.fill('wrong');
  await userEvent.keyboard('{Enter}');
  const again = dialog(refusal).getByLabelText('Password *');
  await expect.element(again).toHaveFocus();
  await again.fill('Welcome#2026');
  await userEvent.keyboard('{Enter}');
};
