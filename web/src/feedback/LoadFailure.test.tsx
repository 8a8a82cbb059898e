import { expect, test, vi } from 'vitest';
import { renderAlone } from '../testing/render.tsx';
import { LoadFailure } from './LoadFailure.tsx';

test('ERR-11 what could not be loaded is named, and loaded again on demand', async () => {
  const onRetry = vi.fn();
  const { screen } = await renderAlone(<LoadFailure what="Your profile" onRetry={onRetry} />);
  await expect.element(screen.getByText('Your profile could not be loaded', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});
