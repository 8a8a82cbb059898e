import { Modal } from '@mantine/core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { Dropdown } from './Dropdown.tsx';

const options = Array.from({ length: 80 }, (_, index) => ({ value: String(index), label: `Country ${index}` }));

test('UI-14 UI-15 UI-16 a dropdown has the label, hint and message of every field', async () => {
  const { screen } = await renderAlone(
    <>
      <Dropdown label="Role" data={options} value={null} onChange={() => {}} required error="required" />
      <Dropdown label="Country" data={options} value={null} onChange={() => {}} />
    </>,
  );
  const role = screen.getByRole('combobox', { name: 'Role', exact: true });
  await expect.element(role).toBeRequired();
  await expect.element(role).toHaveAccessibleDescription('required');
  await expect.element(screen.getByRole('combobox', { name: 'Country Optional' })).toBeVisible();
});

test('UI-7 UI-20 in a dialog Escape closes the list first, then the dialog', async () => {
  const close = vi.fn();
  const { screen } = await renderAlone(
    <Modal opened onClose={close} title="Ask">
      <Dropdown label="Department" data={options} value={null} onChange={() => {}} required />
    </Modal>,
  );
  const field = screen.getByRole('combobox');
  await field.click();
  const list = screen.getByRole('listbox');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  expect(close).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

test('UI-8 in a dialog the wheel scrolls the list', async () => {
  const { screen } = await renderAlone(
    <Modal opened onClose={() => {}} title="Ask">
      <Dropdown label="Country" data={options} value={null} onChange={() => {}} required />
    </Modal>,
  );
  await screen.getByRole('combobox').click();
  const list = await screen.getByRole('listbox').findElement();
  const wheel = new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true });
  list.dispatchEvent(wheel);
  expect(wheel.defaultPrevented).toBe(false);
});

test('UI-8 UI-20 on a phone the list stays in the window and is at most 40 % of it high', async () => {
  await page.viewport(360, 640);
  try {
    const { screen } = await renderAlone(<Dropdown label="Country" data={options} value={null} onChange={() => {}} />);
    await screen.getByRole('combobox').click();
    const list = screen.getByRole('listbox');
    await expect.element(list).toBeVisible();
    const frame = () => list.element().getBoundingClientRect();
    await expect.poll(() => frame().left).toBeGreaterThanOrEqual(0);
    await expect.poll(() => frame().right).toBeLessThanOrEqual(360);
    await expect.poll(() => frame().height).toBeLessThanOrEqual(257);
  } finally {
    await page.viewport(1280, 800);
  }
});

function Late() {
  const [data, setData] = useState<typeof options>([]);
  return (
    <div style={{ paddingTop: 520 }}>
      <Dropdown label="Country" data={data} loading={data.length === 0} value={null} onChange={() => {}} />
      <button type="button" onClick={() => setData(options)}>
        answer
      </button>
    </div>
  );
}

test.for([
  ['at once', options, 0],
  ['once the options are there', [], 1],
] as const)(
  'UI-26 KEYBOARD-12 without room below a list opens upwards, above the label, %s',
  async ([, first, answers]) => {
    const { screen } = await renderAlone(
      first.length > 0 ? (
        <div style={{ paddingTop: 520 }}>
          <Dropdown label="Country" data={first} value={null} onChange={() => {}} />
        </div>
      ) : (
        <Late />
      ),
    );
    await screen.getByRole('combobox').click();
    if (answers > 0) {
      await expect.element(screen.getByText('Loading…').first()).toBeVisible();
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'answer');
      button?.click();
    }
    const list = screen.getByRole('listbox');
    await expect.element(screen.getByRole('option', { name: 'Country 0' })).toBeVisible();
    const label = document.querySelector('label')?.getBoundingClientRect() ?? new DOMRect();
    await expect.poll(() => list.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(label.top);
    await expect.poll(() => list.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  },
);
