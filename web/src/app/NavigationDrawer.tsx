import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { LaterPart } from '../ui/LaterPart.ts';
import { LoadedWhenOpened } from '../ui/LoadedWhenOpened.tsx';
import type { NavigationPanelProps } from './NavigationPanel.tsx';
import type { NavigationItem } from './navigation.ts';

const part = new LaterPart<NavigationPanelProps>(() =>
  import('./NavigationPanel.tsx').then(({ NavigationPanel }) => NavigationPanel),
);

/** The navigation at phone width, behind one button. */
export function NavigationDrawer({ items }: { items: readonly NavigationItem[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        hiddenFrom="sm"
        size={44}
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
      <LoadedWhenOpened part={part} props={{ items, opened, onClose: close }} close={close} />
    </>
  );
}
