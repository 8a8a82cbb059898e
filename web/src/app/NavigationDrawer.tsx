import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { deferredDialog } from '../ui/dialog/deferredDialog.tsx';
import type { NavigationPanelProps } from './NavigationPanel.tsx';
import type { NavigationItem } from './navigation.ts';

const NavigationPanel = deferredDialog<NavigationPanelProps>(
  () => import('./NavigationPanel.tsx').then((module) => module.NavigationPanel),
  ({ onClose }) => onClose(),
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
      <NavigationPanel items={items} opened={opened} onClose={close} />
    </>
  );
}
