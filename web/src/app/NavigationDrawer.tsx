import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { SidePanel } from '../ui/dialog/Dialog.tsx';
import { NavigationLinks } from './NavigationLinks.tsx';
import type { NavigationItem } from './navigation.ts';

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
      <SidePanel
        opened={opened}
        onClose={close}
        title="Navigation"
        size={280}
        hiddenFrom="sm"
        closeButtonProps={{ 'aria-label': 'Close navigation' }}
      >
        <nav aria-label="Main">
          <NavigationLinks items={items} stacked onFollow={close} />
        </nav>
      </SidePanel>
    </>
  );
}
