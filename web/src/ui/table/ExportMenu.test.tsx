import { expect, test } from 'vitest';
import { asked, failing, gatewayOf } from '../../testing/answers.ts';
import { renderAlone } from '../../testing/render.tsx';
import { type Answer, held } from '../../testing/script.ts';
import { ExportMenu } from './ExportMenu.tsx';

test('UI-20 the button of a list’s export has the focus while the file is asked for, and when that has failed', async () => {
  const answer = held<Answer>();
  const { screen } = await renderAlone(
    <ExportMenu list="USERS" name="Active users" args={{}} />,
    gatewayOf({ ExportMenu_Start: asked(() => answer.promise) }),
  );
  const button = screen.getByRole('button', { name: 'Export active users' });
  await button.click();
  await screen.getByRole('menuitem', { name: 'CSV' }).click();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveFocus();
  answer.resolve(failing('UPSTREAM_TIMEOUT', 'Request Failed'));
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await expect.element(button).toHaveFocus();
});
