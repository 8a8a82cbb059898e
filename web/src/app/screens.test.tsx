import { expect, test } from 'vitest';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { renderAlone } from '../testing/render.tsx';
import { FallbackScreen } from './FallbackScreen.tsx';

test('SHELL-13 MSG-5 the loading screen says Please Wait... or the given message', async () => {
  const { screen } = await renderAlone(
    <>
      <LoadingScreen />
      <LoadingScreen message="Reading the file" />
    </>,
  );
  await expect.element(screen.getByText('Please Wait...', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Reading the file', { exact: true })).toBeVisible();
});

test('SHELL-14 the fallback screen can be given its message', async () => {
  const { screen } = await renderAlone(<FallbackScreen message="The console was updated" />);
  await expect.element(screen.getByRole('heading', { name: 'The console was updated' })).toBeVisible();
  await expect.element(screen.getByText(/Something went wrong/)).not.toBeInTheDocument();
});
