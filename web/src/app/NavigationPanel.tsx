import { Drawer } from '@mantine/core';
import { NavigationLinks } from './NavigationLinks.tsx';
import type { NavigationItem } from './navigation.ts';

export interface NavigationPanelProps {
  items: readonly NavigationItem[];
  opened: boolean;
  onClose: () => void;
}

export function NavigationPanel({ items, opened, onClose }: NavigationPanelProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Navigation"
      size={280}
      hiddenFrom="sm"
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <nav aria-label="Main">
        <NavigationLinks items={items} stacked onFollow={onClose} />
      </nav>
    </Drawer>
  );
}
