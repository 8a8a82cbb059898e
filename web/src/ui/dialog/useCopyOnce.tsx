import { useState } from 'react';
import { lazyPart, whenOpened } from '../../feedback/lazyPart.tsx';
import type { CopyOnceDialogProps } from './CopyOnceDialog.tsx';

const CopyOnceDialog = lazyPart<CopyOnceDialogProps>(
  async () => (await import('./CopyOnceDialog.tsx')).CopyOnceDialog,
  whenOpened,
);

/** `show` opens a dialog with a text that is shown once, such as a new secret. */
export function useCopyOnce(labels: Omit<CopyOnceDialogProps, 'opened' | 'text' | 'onClose'>) {
  const [text, setText] = useState<string | null>('');
  const [opened, setOpened] = useState(false);
  const show = (given: string | null) => {
    setText(given);
    setOpened(true);
  };
  const hide = () => {
    setOpened(false);
    setText('');
  };
  return { show, dialog: <CopyOnceDialog {...labels} opened={opened} text={text} onClose={hide} /> };
}
