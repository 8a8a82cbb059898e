import { Button, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { channels, contrast } from '../../testing/contrast.ts';
import { renderAlone } from '../../testing/render.tsx';

function In({ scheme }: { scheme: 'light' | 'dark' }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(function chooseScheme() {
    setColorScheme(scheme);
  });
  return (
    <>
      <Button>Save</Button>
      <Button color="red">Delete</Button>
      <Button variant="default">Cancel</Button>
    </>
  );
}

for (const scheme of ['light', 'dark'] as const)
  test(`UI-18 the main button is blue by default, and can be read: ${scheme}`, async () => {
    const { screen } = await renderAlone(<In scheme={scheme} />);
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(scheme);
    const style = (name: string) => getComputedStyle(screen.getByRole('button', { name }).element());
    const { backgroundColor, color } = style('Save');
    const [red = 0, green = 0, blue = 0] = channels(backgroundColor);
    expect(blue).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red);
    expect(contrast(backgroundColor, color)).toBeGreaterThanOrEqual(4.5);
    const danger = style('Delete');
    expect(channels(danger.backgroundColor)[0]).toBeGreaterThan(channels(danger.backgroundColor)[2] ?? 255);
    expect(contrast(danger.backgroundColor, danger.color)).toBeGreaterThanOrEqual(4.5);
    await expect.poll(() => style('Cancel').backgroundColor).not.toBe(backgroundColor);
  });

test('REALUSE-23 the title of a page with the focus has an outline like a link, and no line that looks like a selected tab', async () => {
  const { screen } = await renderAlone(
    <>
      <a href="/U">Users</a>
      <main tabIndex={-1}>
        <h1>Assessments</h1>
      </main>
    </>,
  );
  await userEvent.keyboard('{Tab}');
  const { outlineStyle, outlineColor } = getComputedStyle(screen.getByRole('link').element());
  const ring = [outlineStyle, outlineColor];
  (screen.getByRole('main').element() as HTMLElement).focus();
  const title = getComputedStyle(screen.getByRole('heading').element());
  expect([title.outlineStyle, title.outlineColor]).toEqual(ring);
  expect(title.textDecorationLine).toBe('none');
});
