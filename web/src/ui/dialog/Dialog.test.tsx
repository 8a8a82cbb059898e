import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { Dialog } from './Dialog.tsx';

type Kept = 'all' | 'neighbour' | 'none';

/** The opener of the dialog is removed when the dialog closes, unless `kept` is `all`. */
function DialogOfPage({ kept }: { kept: Kept }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const later = opened === false;
  return (
    <main tabIndex={-1}>
      <h1>Things</h1>
      <button type="button">elsewhere</button>
      <Group>
        {!(later && kept !== 'all') && <Button onClick={() => setOpened(true)}>Open</Button>}
        {!(later && kept === 'none') && <Button>More</Button>}
      </Group>
      <Dialog opened={opened === true} onClose={() => setOpened(false)} title="Notes">
        <Button onClick={() => setOpened(false)}>Done</Button>
      </Dialog>
    </main>
  );
}

test.each([
  ['what it was opened from', 'all', 'button', 'Open'],
  ['the other button beside it, if that is gone', 'neighbour', 'button', 'More'],
  ['the heading of the page, if there is none', 'none', 'heading', 'Things'],
] as const)('UI-20 a dialog that closes leaves the focus to %s', async (_what, kept, role, name) => {
  const { screen } = await renderAlone(<DialogOfPage kept={kept} />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole(role, { name })).toHaveFocus();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole(role, { name })).toHaveFocus();
});

function DialogOfRow() {
  const [rows, setRows] = useState(['first', 'second']);
  const [opened, setOpened] = useState(false);
  return (
    <main>
      <h1>Things</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <Button onClick={() => setOpened(true)}>{row}</Button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setRows(rows.slice(1))}>
        answer
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Delete?">
        <Button onClick={() => setOpened(false)}>Delete</Button>
      </Dialog>
    </main>
  );
}

test('UI-20 a row that goes long after its dialog leaves the focus to the next row, and the last one to the heading of the page', async () => {
  const { screen } = await renderAlone(<DialogOfRow />);
  for (const [row, next] of [
    ['first', screen.getByRole('button', { name: 'second' })],
    ['second', screen.getByRole('heading', { name: 'Things' })],
  ] as const) {
    const opener = screen.getByRole('button', { name: row });
    await opener.click();
    await screen.getByRole('button', { name: 'Delete' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    (screen.getByRole('button', { name: 'answer' }).element() as HTMLElement).click();
    await expect.element(next).toHaveFocus();
  }
});
