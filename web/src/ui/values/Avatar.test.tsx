import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { contrast } from '../../testing/contrast.ts';
import { renderAlone } from '../../testing/render.tsx';
import { Avatar } from './Avatar.tsx';
import { avatarColorOf, avatarColors } from './avatarLook.ts';

// An id for each colour.
const ids = Array.from({ length: 100 }, (_, index) => String(index));
const samples = avatarColors.map((color) => ids.find((id) => avatarColorOf(id) === color) ?? '');

function Avatars({ scheme }: { scheme: 'light' | 'dark' }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(function chooseScheme() {
    setColorScheme(scheme);
  });
  return samples.map((id) => <Avatar key={id} kind="person" id={id} name="Jane Doe" label={id} state="active" />);
}

const markIn = (avatar: Element) => avatar.querySelector('[data-initials]') as Element;

for (const scheme of ['light', 'dark'] as const)
  test(`UI-18 initials can be read on every colour of an avatar: ${scheme}`, async () => {
    const { screen } = await renderAlone(<Avatars scheme={scheme} />);
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe(scheme);
    expect(samples).toHaveLength(avatarColors.length);
    for (const id of samples) {
      const mark = markIn(screen.getByRole('img', { name: id, exact: true }).element());
      const { backgroundColor } = getComputedStyle(mark);
      const { color, content } = getComputedStyle(mark, '::before');
      expect(content).toBe('"JD"');
      expect(contrast(backgroundColor, color)).toBeGreaterThanOrEqual(4.5);
    }
  });

test('UI-18 an avatar says its name and state, or nothing where they are next to it', async () => {
  const { screen } = await renderAlone(
    <h1>
      <Avatar kind="person" id="1" name="Jane Doe" state="active" />
      Jane Doe <Avatar kind="person" id="1" name="Jane Doe" state="active" label="Jane Doe, active" />
    </h1>,
  );
  expect(
    screen
      .getByRole('img')
      .elements()
      .map((avatar) => avatar.getAttribute('aria-label')),
  ).toEqual(['Jane Doe, active']);
  await expect.poll(() => screen.getByRole('heading').element().textContent.trim()).toBe('Jane Doe');
});

test('UI-18 the ring of an avatar shows state and share', async () => {
  const ring = (label: string) => screen.getByRole('img', { name: label }).element().querySelectorAll('path')[1];
  const { screen } = await renderAlone(
    <>
      <Avatar kind="person" id="1" name="A" state="active" label="active" />
      <Avatar kind="person" id="1" name="A" state="invited" label="invited" />
      <Avatar kind="person" id="1" name="A" state="inactive" label="off" />
      <Avatar kind="organisation" id="1" name="A" state="active" share={0.25} label="part" />
      <Avatar kind="organisation" id="1" name="A" state="active" share={0} label="none" />
      <Avatar kind="organisation" id="1" name="A" label="unknown" />
    </>,
  );
  const strokes = ['active', 'invited', 'off'].map((label) => getComputedStyle(ring(label) as Element).stroke);
  expect(new Set(strokes).size).toBe(3);
  await expect.poll(() => ring('active')?.getAttribute('stroke-dasharray')).toBeNull();
  await expect.poll(() => ring('invited')?.getAttribute('stroke-dasharray')).toBe('6 4');
  await expect.poll(() => ring('part')?.getAttribute('stroke-dasharray')).toBe('25 100');
  await expect.poll(() => ring('none')).toBeUndefined();
  await expect.poll(() => ring('unknown')).toBeUndefined();
});

test('UI-18 an icon that cannot be loaded gives way to the initials', async () => {
  const onError = vi.fn();
  window.addEventListener('error', onError, { capture: true, once: true });
  const { screen } = await renderAlone(
    <Avatar kind="organisation" id="1" name="Acme Ltd" size={40} icon="/none.png" label="Acme" />,
  );
  const mark = markIn(screen.getByRole('img', { name: 'Acme' }).element());
  await expect.poll(() => onError.mock.calls.length).toBe(1);
  await expect.poll(() => getComputedStyle(mark, '::before').content).toBe('"AL"');
});
