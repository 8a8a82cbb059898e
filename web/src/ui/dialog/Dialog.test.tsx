import { Button } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { Dialog } from './Dialog.tsx';

function DialogOfPage({ opensOnce }: { opensOnce: boolean }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <main tabIndex={-1}>
      {!(opensOnce && opened !== null) && <Button onClick={() => setOpened(true)}>Open</Button>}
      <Dialog opened={opened === true} onClose={() => setOpened(false)} title="Notes">
        <Button onClick={() => setOpened(false)}>Done</Button>
      </Dialog>
    </main>
  );
}

test.each([
  ['what it was opened from', false],
  ['the page, if that is gone', true],
])('UI-20 a dialog that closes leaves the focus to %s', async (_what, opensOnce) => {
  const { screen } = await renderAlone(<DialogOfPage opensOnce={opensOnce} />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const receiver = opensOnce ? screen.getByRole('main') : screen.getByRole('button', { name: 'Open' });
  await expect.element(receiver).toHaveFocus();
});
