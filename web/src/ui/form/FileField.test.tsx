import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderAlone } from '../../testing/render.tsx';
import { FileField } from './FileField.tsx';
import { formatSize } from './fileRules.ts';

function Form({ disabled = false }: { disabled?: boolean }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileField
      label="Logo"
      description="A .png or .jpg file"
      required
      chooseLabel="Choose File"
      endings={['.png', '.jpg']}
      maxBytes={2048}
      disabled={disabled}
      value={file}
      onChange={setFile}
    />
  );
}

const open = async (form = <Form />) => {
  const { screen } = await renderAlone(form);
  const group = screen.getByRole('group', { name: /^Logo/ });
  const button = (name: string) => group.getByRole('button', { name });
  const drag = (
    type: string,
    files: File[],
    at: Element = group.element().querySelector('[class*=zone]') ?? document.body,
  ) => {
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    return at.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  };
  const pick = (file: File) => userEvent.upload(group.element().querySelector('input') ?? document.body, file);
  return { screen, group, button, drag, pick };
};
const png = (name = 'sign.PNG', bytes = 1536) => new File(['x'.repeat(bytes)], name);

test('BULK-1 UI-20 a file that is picked shows its name and size; Replace takes another, Remove none', async () => {
  const { group, button, pick } = await open();
  await expect.element(button('Choose File')).toHaveAccessibleDescription('A .png or .jpg file');
  await pick(png());
  await expect.element(group.getByText('sign.PNG', { exact: true })).toBeVisible();
  await expect.element(group.getByText('1.5 kB')).toBeVisible();
  await expect.element(button('Choose File')).not.toBeInTheDocument();
  await pick(png('other.jpg', 1));
  await expect.element(group.getByText('other.jpg', { exact: true })).toBeVisible();
  await button('Remove').click();
  await expect.element(button('Choose File')).toHaveFocus();
  await pick(png('other.jpg', 1));
  await expect.element(group.getByText('other.jpg', { exact: true })).toBeVisible();
});

test('BULK-1 UI-20 a file can be dropped; one that misses the field does not take the page away', async () => {
  const { group, drag } = await open();
  expect(drag('dragover', [png()])).toBe(false);
  expect(drag('drop', [png('dropped.png')])).toBe(false);
  await expect.element(group.getByText('dropped.png')).toBeVisible();
  expect(drag('drop', [png('missed.png')], document.body)).toBe(false);
  await expect.element(group.getByText('dropped.png')).toBeVisible();
});

test('UI-20 text can be dragged on the page of a file field, as into the other fields of its form', async () => {
  await open();
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', 'Acme');
  const drag = (type: string) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
  expect(['dragover', 'drop'].map((type) => document.body.dispatchEvent(drag(type)))).toEqual([true, true]);
});

test.for([
  ['another ending', [png('sign.gif')], '“sign.gif” is not a supported file. Choose a .png or .jpg file.'],
  ['a larger one', [png('huge.png', 2049)], '“huge.png” is too large. The limit is 2 kB.'],
  ['several', [png('a.png'), png('b.png')], 'Choose only one file.'],
] as const)(
  'BULK-4 %s is refused with what is allowed, and what was chosen before stays',
  async ([, files, message]) => {
    const { group, button, drag } = await open();
    drag('drop', [png('first.png')]);
    await expect.element(group.getByText('first.png')).toBeVisible();
    drag('drop', [...files]);
    await expect.element(group.getByRole('alert')).toHaveTextContent(message);
    await expect.element(button('Replace')).toHaveAccessibleDescription(`A .png or .jpg file ${message}`);
    await expect.element(group.getByText('first.png')).toBeVisible();
    drag('drop', [png('second.png')]);
    await expect.element(group.getByText('second.png')).toBeVisible();
    await expect.element(group.getByRole('alert')).not.toBeInTheDocument();
  },
);

test('BULK-1 while it is sent nothing can be chosen or dropped', async () => {
  const { group, button, drag } = await open(<Form disabled />);
  await expect.element(button('Choose File')).toBeDisabled();
  expect(drag('drop', [png('late.png')])).toBe(false);
  await expect.element(group.getByText('late.png')).not.toBeInTheDocument();
});

test('BULK-1 sizes as people read them', () => {
  expect([0, 1, 1023, 1024, 1536, 1_048_576].map(formatSize)).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1 kB',
    '1.5 kB',
    '1 MB',
  ]);
});
