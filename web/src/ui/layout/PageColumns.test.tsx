import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { CopyableId } from '../../feedback/CopyableId.tsx';
import { renderAlone } from '../../testing/render.tsx';
import { PageFrame } from './PageFrame.tsx';

const open = async (width: number) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const { screen } = await renderAlone(
    <PageFrame side={<CopyableId id="82" />}>
      <p>Main</p>
    </PageFrame>,
  );
  return { side: screen.getByText('82'), main: screen.getByText('Main'), button: screen.getByRole('button') };
};

const frameOf = (place: Locator) => place.element().getBoundingClientRect();

test('UI-18 FRAME-1 from 1200 px the side column is 320 px wide at the right of the main one', async () => {
  const { side, main, button } = await open(1200);
  await expect.element(side).toBeVisible();
  await expect.element(button.filter({ hasText: 'Summary' })).not.toBeInTheDocument();
  await expect.poll(() => frameOf(side).left > frameOf(main).right).toBe(true);
  const column = page.getByRole('complementary', { name: 'Summary' });
  await expect.poll(() => frameOf(column).width).toBe(320);
  const header = document.querySelector('[class*=columns]')?.getBoundingClientRect();
  await expect.poll(() => frameOf(column).right).toBe(header?.right);
});

test.for([390, 1199])('UI-18 at %i px the side column is first, and collapsed until it is opened', async (width) => {
  const { side, main, button } = await open(width);
  await expect.element(side).not.toBeVisible();
  const summary = button.filter({ hasText: 'Summary' });
  await expect.element(summary).toHaveAttribute('aria-expanded', 'false');
  await summary.click();
  await expect.element(summary).toHaveAttribute('aria-expanded', 'true');
  await expect.element(side).toBeVisible();
  await expect.poll(() => frameOf(side).bottom < frameOf(main).top).toBe(true);
});

test('UI-18 an id can be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  const { screen } = await renderAlone(<CopyableId id="82" />);
  await screen.getByRole('button', { name: 'Copy ID' }).click();
  await expect.element(screen.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument();
  expect(copied.mock.calls).toEqual([['82']]);
});
