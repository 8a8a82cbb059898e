import { expect, test, vi } from 'vitest';
import { renderAlone } from '../testing/render.tsx';
import { LoadFailure } from './LoadFailure.tsx';

const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};
const iconOf = () => document.querySelector('svg')?.getAttribute('class');

test('ERR-11 what could not be loaded is named, and loaded again on demand', async () => {
  const onRetry = vi.fn();
  const { screen } = await renderAlone(<LoadFailure what="Your profile" onRetry={onRetry} />);
  await expect.element(screen.getByText('Your profile could not be loaded', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test('ERR-11 without a connection it says so with another icon, and loads by itself once there is one', async () => {
  const onRetry = vi.fn();
  const { screen } = await renderAlone(<LoadFailure what="Your profile" onRetry={onRetry} />);
  const failed = iconOf();
  setOnline(false);
  await expect.element(screen.getByText('You are offline')).toBeVisible();
  await expect
    .element(screen.getByText('Your profile could not be loaded. Loading continues once the connection is back.'))
    .toBeVisible();
  await expect.poll(() => iconOf()).not.toBe(failed);
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(onRetry).not.toHaveBeenCalled();
  setOnline(true);
  await expect.element(screen.getByText('You are offline')).not.toBeInTheDocument();
  expect(onRetry).toHaveBeenCalledOnce();
});
