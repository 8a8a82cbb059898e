import { Button, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
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

const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

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
    expect(style('Cancel').backgroundColor).not.toBe(backgroundColor);
  });
